// A table at the server, as the page sees it: kept up to date by events, opened again when the server has
// forgotten it, remembered by the browser for the next visit.
import { playedText } from './format';
import { live, Refused } from './live.svelte';
import { alone, rememberedGame, rememberedGames, rememberedThoughts, rememberGame, rememberThoughts } from './memory';
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
  // Whether the server has the table: not before one is opened, and not while one comes back after a loss.
  present = $state(false);
  // The last move that was made while one looked on, in words, for those who can't see the board.
  said = $state('');
  // The latest move that was asked to be looked at, while an answer to an earlier one is awaited.
  private wanted: number | null = null;
  private waiting = false;
  private stops: (() => void)[] = [];
  private expecting = false;
  private shown = ''; // the table that the snapshot is of
  private was: string[] = []; // the tables that this game had before
  private arrival: Promise<void> = Promise.resolve(); // at the table, after the line was opened
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
    return this.table?.names ?? [];
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
    const leave = () => this.rememberNow();
    addEventListener('pagehide', leave);
    this.stops.push(
      live.onEvent((event, message) => this.receive(event, message)),
      live.onGreeted(() => (this.arrival = this.greet())),
      () => removeEventListener('pagehide', leave),
    );
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.rememberNow();
    if (this.id && live.status === 'open') void live.ask('leave', { table: this.id }).catch(() => {});
  }

  // What the visitor asks for waits until the page is back at its table: else the table that is being set up
  // could take its place.
  async start(setup: Setup): Promise<void> {
    await this.arrival;
    return this.setUp(setup);
  }

  async load(record: string, pace = 0): Promise<void> {
    await this.arrival;
    this.was = [];
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
  // Back to an earlier position, to go on from there; what came after can be played again.
  goTo(ply: number): Promise<unknown> {
    return this.attempt('goto', { ply });
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

  private setUp(setup: Setup): Promise<void> {
    this.was = [];
    return this.expect('new', { ...setup });
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

  // The line is open, perhaps again: to the table that is there still, or to one that is set up as it was. Tabs do
  // so one by one, or each would set up its own.
  private async greet(): Promise<void> {
    this.present = false;
    try {
      await alone(`banyan.${this.key}`, () => this.comeBack());
      this.present = true;
    } catch (error) {
      // A line that was lost again is no trouble of the game's.
      if (error instanceof Refused && error.code !== 0) this.trouble = words(error);
    }
  }

  private async comeBack(): Promise<void> {
    const known = this.id ? this.successor(this.id) : rememberedGame(this.key);
    const tables = new Set([this.id, known?.table].filter((table) => typeof table === 'string'));
    for (const table of tables) if (await this.watch(table)) return;
    const fallbacks = await this.fallbacks();
    const setup = this.table ? this.setup(this.table) : known?.setup;
    const was = [...new Set([...(known?.was ?? this.was), ...tables])].slice(-8);
    if (setup && (await this.startAny([setup]))) {
      this.was = was;
      this.rememberNow();
    } else await this.startAny(fallbacks, true);
  }

  // Where another tab has set this tab's table up again.
  private successor(table: string): { table: string; was: string[]; setup: Setup } | null {
    return rememberedGames(this.key).find((each) => each.was.includes(table)) ?? null;
  }

  // Whether the table is there and this visitor's. Who opens many tables loses the oldest.
  private async watch(table: string): Promise<boolean> {
    const before = this.id;
    this.id = table;
    try {
      if ((await live.ask<{ yours: boolean }>('watch', { table })).yours) return true;
      void live.ask('leave', { table }).catch(() => {});
    } catch (error) {
      if (!(error instanceof Refused && error.code === 404)) throw error;
    }
    this.id = before;
    return false;
  }

  // The first that the server takes; whether there is one. With `insist` the refusal of the last is thrown.
  private async startAny(setups: Setup[], insist = false): Promise<boolean> {
    for (const [i, setup] of setups.entries()) {
      try {
        await this.setUp(setup);
        return true;
      } catch (error) {
        if (!(error instanceof Refused) || error.code === 0 || (insist && i === setups.length - 1)) throw error;
      }
    }
    return false;
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
    if (!this.table || !this.id || this.shown !== this.id) return;
    rememberGame(this.key, { table: this.id, setup: this.setup(this.table), was: this.was });
    const { seed, game, moves } = this.table;
    rememberThoughts(seed, { game, moves, kept: this.thoughts.kept });
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
      else this.thoughts.restore(rememberedThoughts(snapshot.seed, snapshot.game, snapshot.moves));
    });
    this.queue = null;
    this.remember();
  }

  private takeMoves(change: TableState & { ply: number; added: string[] }): void {
    if (!this.table) return;
    const { added, ply, ...state } = change;
    const mover = this.table.position.player;
    if (typeof mover === 'number' && added.length) this.said = playedText(this.names[mover] ?? '', added);
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
    if (analysis.done) this.remember();
  }

  private think(change: () => void): void {
    change();
    this.thoughtsChanged += 1;
  }
}
