// A table at the server, as the page sees it: kept up to date by events, opened again when the server has
// forgotten it, remembered by the browser for the next visit.
import { playerName } from './format';
import { live, Refused } from './live.svelte';
import { Thoughts, type Why } from './thoughts';
import type { Analysis, Position, Snapshot, TableState } from './types';

export interface Setup {
  game: string;
  seats: string[];
  seed?: number;
  moves?: string[];
  position?: string;
  pace?: number; // seconds from move to move of agents, at least
}

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

export class Game {
  id = $state<string | null>(null);
  table = $state.raw<Snapshot | null>(null);
  // The position on show: the present one, or an earlier one that was clicked on.
  looking = $state.raw<Position | null>(null);
  private thoughts = new Thoughts();
  private thoughtsChanged = $state(0);
  analysing = $state(false);
  // How many searches are before this game's; nothing while it does not wait.
  queue = $state<number | null>(null);
  trouble = $state('');
  // The latest move that was asked to be looked at, while an answer to an earlier one is awaited.
  private wanted: number | null = null;
  private waiting = false;
  private stops: (() => void)[] = [];
  private expecting = false;
  private shown = ''; // the table that the snapshot is of
  private remembering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private key: string,
    private fallbacks: () => Setup[] | Promise<Setup[]>, // the first that the server takes
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
  // What is known of the position on show, or of the move that led there.
  get why(): Why | null {
    void this.thoughtsChanged;
    return this.position ? this.thoughts.about(this.position.ply, this.table?.moves ?? []) : null;
  }
  // Only what is known of the position itself: what may be drawn on its board.
  get thought(): Analysis | null {
    const why = this.why;
    return why && why.made === null ? why.analysis : null;
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

  load(record: string, pace = 0): Promise<void> {
    return this.expect('load', { record, pace });
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
    this.think(() => this.thoughts.end());
    this.analysing = true;
    if (!(await this.attempt('analyze', { agent, ply: this.position?.ply ?? 0 }))) this.analysing = false;
  }
  stopAnalysis(): Promise<unknown> {
    return this.attempt('stop');
  }

  // Shows an earlier position. Whoever pulls a slider asks faster than answers come: only the last counts.
  async look(ply: number): Promise<void> {
    this.wanted = ply;
    if (this.waiting) return;
    this.waiting = true;
    while (this.wanted !== null) {
      const asked: number = this.wanted;
      this.wanted = null;
      if (!this.table || asked >= this.table.moves.length) this.looking = null;
      else {
        const answer = (await this.attempt('look', { ply: asked })) as { position: Position } | null;
        if (answer) this.looking = answer.position;
      }
    }
    this.waiting = false;
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
      this.trouble = words(error);
      return null;
    }
  }

  // Opens a table. Its first event comes before the answer that names it.
  private async expect(what: string, fields: Record<string, unknown>): Promise<void> {
    const before = this.id;
    this.expecting = true;
    try {
      this.id = (await live.ask<{ table: string }>(what, fields)).table;
      live.own(this.id);
    } finally {
      this.expecting = false;
    }
    if (before && before !== this.id) void live.ask('leave', { table: before }).catch(() => {});
  }

  // The line is open, perhaps again: to the table that is there still, or to one that is set up as it was.
  private async greet(tables: string[]): Promise<void> {
    try {
      const kept = this.id ?? sessionStorage.getItem(`banyan.table.${this.key}`);
      if (kept && tables.includes(kept) && (await this.watch(kept))) return;
      await this.startAny([this.remembered(), ...(await this.fallbacks())].filter((setup) => setup !== null));
    } catch (error) {
      // A line that was lost again is no trouble of the game's.
      if (error instanceof Refused && error.code !== 0) this.trouble = words(error);
    }
  }

  // Who opens many tables loses the oldest.
  private async watch(table: string): Promise<boolean> {
    this.id = table;
    try {
      await live.ask('watch', { table });
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === 404) return false;
      throw error;
    }
  }

  private async startAny(setups: Setup[]): Promise<void> {
    for (const [i, setup] of setups.entries()) {
      try {
        return await this.start(setup);
      } catch (error) {
        if (!(error instanceof Refused) || error.code === 0 || i === setups.length - 1) throw error;
      }
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
      pace: table.pace,
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
    if (event === 'table') this.takeSnapshot(message as unknown as Snapshot & { table: string });
    else if (event === 'moved') this.takeMoves(message as unknown as TableState & { ply: number; added: string[] });
    else if (event === 'state') {
      const { thinking, paused } = message as unknown as TableState;
      if (this.table) this.table = { ...this.table, thinking, paused };
    } else if (event === 'thinking' || event === 'analysis') this.takeAnalysis(event, message as unknown as Analysis);
    else if (event === 'queue') this.queue = message.before as number;
    else if (event === 'failed') this.trouble = message.message as string;
  }

  private takeSnapshot(snapshot: Snapshot & { table: string }): void {
    const sameTable = this.table !== null && this.shown === snapshot.table;
    const sameMoves = sameTable && this.table!.moves.length === snapshot.moves.length;
    this.shown = snapshot.table;
    this.table = snapshot;
    // Who looks back and pauses wants to go on looking; a move taken back wants to be seen.
    if (!sameMoves) this.looking = null;
    this.analysing = false;
    this.think(() => {
      this.thoughts.end();
      if (sameTable) this.thoughts.forgetFrom(snapshot.moves.length + (sameMoves ? 1 : 0));
      else this.thoughts.forget();
    });
    this.queue = null;
    this.remember();
  }

  private takeMoves(change: TableState & { ply: number; added: string[] }): void {
    if (!this.table) return;
    const { added, ply, ...state } = change;
    this.table = { ...this.table, ...state, moves: [...this.table.moves.slice(0, ply), ...added] };
    this.analysing = false;
    this.think(() => {
      this.thoughts.end();
      this.thoughts.forgetFrom(ply + 1);
    });
    this.remember();
  }

  private takeAnalysis(event: string, analysis: Analysis): void {
    this.queue = null;
    this.think(() => this.thoughts.take(analysis, event === 'analysis'));
    if (analysis.done && event === 'analysis') this.analysing = false;
  }

  private think(change: () => void): void {
    change();
    this.thoughtsChanged += 1;
  }
}
