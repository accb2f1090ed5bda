// A table at the server, as the page sees it: kept up to date by events, opened again when the server has
// forgotten it, remembered by the browser for the next visit.
import { playerName } from './format';
import { live, Refused } from './live.svelte';
import type { Analysis, Position, Snapshot, TableState } from './types';

export interface Setup {
  game: string;
  seats: string[];
  seed?: number;
  moves?: string[];
  position?: string;
}

// One look at a growing search, for the curve of visits over time.
export interface Sample {
  seconds: number;
  visits: Record<string, number>;
}

const mostThoughts = 500;

export class Game {
  id = $state<string | null>(null);
  table = $state.raw<Snapshot | null>(null);
  // The position on show: the present one, or an earlier one that was clicked on.
  looking = $state.raw<Position | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  samples = $state.raw<Sample[]>([]);
  // What was thought before each of the latest moves, by its ply.
  private thoughts = new Map<number, Analysis>();
  private thoughtsChanged = $state(0);
  analysing = $state(false);
  queue = $state(0);
  trouble = $state('');
  onMoved: ((added: string[], position: Position) => void) | null = null;
  private stops: (() => void)[] = [];
  private expecting = false;
  private remembering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private key: string,
    private fallback: () => Setup,
  ) {}

  get position(): Position | null {
    return this.looking ?? this.table?.position ?? null;
  }
  // What people call the players.
  get names(): string[] {
    return this.table?.names.map((name, player) => playerName(this.table!.name, player, name)) ?? [];
  }
  get atPresent(): boolean {
    return this.looking === null;
  }
  get lastMove(): string | undefined {
    const ply = this.position?.ply ?? 0;
    return this.table?.moves[ply - 1];
  }
  // What is known of the position on show.
  get thought(): Analysis | null {
    const ply = this.position?.ply ?? -1;
    if (this.analysis && this.analysis.ply === ply) return this.analysis;
    return this.thoughtAt(ply);
  }
  thoughtAt(ply: number): Analysis | null {
    void this.thoughtsChanged;
    return this.thoughts.get(ply) ?? null;
  }

  open(): void {
    if (this.stops.length) return;
    this.stops.push(
      live.onEvent((event, message) => this.receive(event, message)),
      live.onGreeted((tables) => this.greet(tables)),
    );
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.rememberNow();
    if (this.id && live.status === 'open') void live.ask('leave', { table: this.id }).catch(() => {});
  }

  start(setup: Setup): Promise<void> {
    return this.expect('new', { ...setup });
  }

  load(record: string): Promise<void> {
    return this.expect('load', { record });
  }

  async save(): Promise<string> {
    return (await this.ask<{ record: string }>('save')).record;
  }

  play(move: string): Promise<unknown> {
    return this.attempt('play', { move });
  }
  undo(): Promise<unknown> {
    return this.attempt('undo');
  }
  redo(): Promise<unknown> {
    return this.attempt('redo');
  }
  resign(): Promise<unknown> {
    return this.attempt('resign');
  }
  setSeat(seat: number, spec: string): Promise<unknown> {
    return this.attempt('seat', { seat, spec });
  }
  setPace(fields: { seconds?: number; paused?: boolean }): Promise<unknown> {
    return this.attempt('pace', fields);
  }

  async analyse(agent: string): Promise<void> {
    this.samples = [];
    this.analysis = null;
    this.analysing = true;
    if (!(await this.attempt('analyze', { agent, ply: this.position?.ply ?? 0 }))) this.analysing = false;
  }
  stopAnalysis(): Promise<unknown> {
    return this.attempt('stop');
  }

  async look(ply: number): Promise<void> {
    if (!this.table || ply >= this.table.moves.length) {
      this.looking = null;
      return;
    }
    this.looking = (await this.ask<{ position: Position }>('look', { ply })).position;
  }

  ask<T>(what: string, fields: Record<string, unknown> = {}): Promise<T> {
    return live.ask<T>(what, { table: this.id, ...fields });
  }

  // Asks, and shows what went wrong instead of throwing it.
  private async attempt(what: string, fields: Record<string, unknown> = {}): Promise<unknown> {
    this.trouble = '';
    try {
      return await this.ask(what, fields);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  // Opens a table. Its first event comes before the answer that names it.
  private async expect(what: string, fields: Record<string, unknown>): Promise<void> {
    const before = this.id;
    this.expecting = true;
    try {
      this.id = (await live.ask<{ table: string }>(what, fields)).table;
    } finally {
      this.expecting = false;
    }
    if (before && before !== this.id) void live.ask('leave', { table: before }).catch(() => {});
  }

  // The line is open, perhaps again: to the table that is there still, or to one that is set up as it was.
  private async greet(tables: string[]): Promise<void> {
    try {
      const kept = this.id ?? sessionStorage.getItem(`banyan.table.${this.key}`);
      if (kept && tables.includes(kept)) {
        this.id = kept;
        await live.ask('watch', { table: kept });
      } else {
        await this.start(this.remembered() ?? this.fallback());
      }
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 0) return;
      localStorage.removeItem(`banyan.game.${this.key}`);
      await this.start(this.fallback());
    }
  }

  private remembered(): Setup | null {
    if (this.table) return this.setup(this.table);
    try {
      return JSON.parse(localStorage.getItem(`banyan.game.${this.key}`) ?? 'null') as Setup | null;
    } catch {
      return null;
    }
  }

  private setup(table: Snapshot): Setup {
    return {
      game: table.game,
      seats: [...table.seats],
      seed: table.seed,
      moves: [...table.moves],
      ...(table.from === null ? {} : { position: table.from }),
    };
  }

  // Once a second is often enough.
  private remember(): void {
    this.remembering ??= setTimeout(() => {
      this.remembering = undefined;
      this.rememberNow();
    }, 1000);
  }

  private rememberNow(): void {
    if (!this.table || !this.id) return;
    try {
      sessionStorage.setItem(`banyan.table.${this.key}`, this.id);
      localStorage.setItem(`banyan.game.${this.key}`, JSON.stringify(this.setup(this.table)));
    } catch {
      // A browser that keeps nothing is a browser that plays nevertheless.
    }
  }

  private receive(event: string, message: Record<string, unknown>): void {
    if (event === 'table' && this.expecting) this.id = message.table as string;
    if (message.table !== this.id) return;
    if (event === 'table') this.takeSnapshot(message as unknown as Snapshot);
    else if (event === 'moved') this.takeMoves(message as unknown as TableState & { ply: number; added: string[] });
    else if (event === 'state') {
      const { thinking, paused } = message as unknown as TableState;
      if (this.table) this.table = { ...this.table, thinking, paused };
      this.samples = [];
    } else if (event === 'thinking' || event === 'analysis') this.takeAnalysis(event, message as unknown as Analysis);
    else if (event === 'queue') this.queue = message.before as number;
    else if (event === 'failed') this.trouble = message.message as string;
  }

  private takeSnapshot(snapshot: Snapshot): void {
    this.table = snapshot;
    this.looking = null;
    this.analysing = false;
    this.analysis = null;
    for (const ply of this.thoughts.keys()) if (ply >= snapshot.moves.length) this.thoughts.delete(ply);
    this.thoughtsChanged += 1;
    this.queue = 0;
    this.remember();
  }

  private takeMoves(change: TableState & { ply: number; added: string[] }): void {
    if (!this.table) return;
    const { added, ply, ...state } = change;
    this.table = { ...this.table, ...state, moves: [...this.table.moves.slice(0, ply), ...added] };
    this.analysing = false;
    this.analysis = null;
    this.remember();
    this.onMoved?.(added, state.position);
  }

  private takeAnalysis(event: string, analysis: Analysis): void {
    this.queue = 0;
    this.analysis = analysis;
    const visits = Object.fromEntries(analysis.moves.map((move) => [move.move, move.visits]));
    const last = this.samples[this.samples.length - 1];
    const fresh = last === undefined || analysis.seconds < last.seconds;
    this.samples = [...(fresh ? [] : this.samples), { seconds: analysis.seconds, visits }].slice(-600);
    if (!analysis.done) return;
    this.thoughts.set(analysis.ply, analysis);
    if (this.thoughts.size > mostThoughts) this.thoughts.delete(this.thoughts.keys().next().value!);
    this.thoughtsChanged += 1;
    if (event === 'analysis') this.analysing = false;
  }
}
