// A search tree at the server, as the page looks into it: planted, grown, opened node by node, and stepped through one
// simulation at a time, slowly enough to be followed.
import type { Game } from './game.svelte';
import { fetchPosition } from './live.svelte';
import { beforeSimulation, find, graft, keyOf, prefixes, rewardText } from './tree';
import type { Simulation, Snapshot, TreeNode } from './types';

const usualWidth = 16; // children of a node that are fetched at first
const mostWidth = 512;
// How long one simulation is shown: on the way down and up again each takes at most so long, however deep.
const longestWay = 3000;

// How fast a simulation is shown, by a factor of time.
export const speeds = [
  { title: 'slowly', factor: 2 },
  { title: 'at leisure', factor: 1 },
  { title: 'fast', factor: 0.3 },
  { title: 'at once', factor: 0 },
];

export class Explorer {
  root = $state.raw<TreeNode | null>(null);
  // The chosen node with all its children, and the position there.
  chosenPath = $state.raw<string[]>([]);
  chosen = $state.raw<TreeNode | null>(null);
  place = $state.raw<Snapshot | null>(null);
  busy = $state(false);
  trouble = $state('');
  factor = $state(1); // of `speeds`
  showing = $state(false); // a simulation that can be skipped
  private endPause: (() => void) | null = null;
  // One simulation: its phase from 1 to 4, and what of its path is lit so far.
  simulation = $state.raw<Simulation | null>(null);
  phase = $state(0);
  private reached = $state(0); // moves down the path
  private backed = $state(0); // nodes up again from its end
  private opened = $state.raw(new Set<string>(['']));
  private widths = new Map<string, number>();
  private ply = 0;
  private planting = 0; // trees so far: what concerns an earlier one has no say any more

  constructor(private game: Game) {}

  // What is open: by a click, and what the simulation goes through.
  get open(): Set<string> {
    const path = this.simulation && this.phase > 0 ? prefixes(this.simulation.path.slice(0, this.reached)).map(keyOf) : [];
    return new Set([...this.opened, ...path]);
  }
  get lit(): Set<string> {
    if (!this.simulation || this.phase === 0) return new Set();
    return new Set([...prefixes(this.simulation.path.slice(0, this.reached)), this.simulation.path.slice(0, this.reached)].map(keyOf));
  }
  // Nodes whose counts the result has reached on its way up.
  get counted(): Set<string> {
    const path = this.simulation?.path ?? [];
    const nodes = [...prefixes(path), path].map(keyOf);
    return new Set(this.phase === 4 ? nodes.slice(nodes.length - this.backed) : []);
  }
  get fresh(): string | null {
    return this.phase >= 2 && this.simulation?.expanded ? keyOf(this.simulation.path) : null;
  }
  // The node that the eye should be on.
  get followed(): string | null {
    if (!this.simulation || this.phase === 0) return null;
    const length = this.phase === 4 ? this.simulation.path.length - Math.max(0, this.backed - 1) : this.reached;
    return keyOf(this.simulation.path.slice(0, length));
  }
  result(names: string[]): string {
    return this.phase >= 3 && this.simulation ? rewardText(this.simulation.rewards, names) : '';
  }

  // Plants a tree for the position at a ply.
  plant(agent: string, ply: number): Promise<void> {
    const planting = ++this.planting;
    this.skip();
    return this.attempt(async () => {
      this.busy = false;
      await this.game.ask('explore', { agent, ply });
      if (planting !== this.planting) return;
      this.ply = ply;
      [this.opened, this.chosenPath, this.simulation, this.phase] = [new Set(['']), [], null, 0];
      this.widths.clear();
      await this.refresh();
    });
  }

  // Shows the rest of a simulation at once.
  skip(): void {
    this.showing = false;
    this.endPause?.();
  }
  private pause(milliseconds: number): Promise<void> {
    if (!this.showing) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds * this.factor);
      this.endPause = () => (clearTimeout(timer), done());
    });
  }

  // The server has no tree any more.
  forget(): void {
    this.planting += 1;
    this.skip();
    [this.root, this.chosen, this.busy, this.phase] = [null, null, false, 0];
  }

  grow(simulations: number): Promise<void> {
    return this.attempt(async () => {
      [this.busy, this.phase] = [true, 0];
      await this.game.ask('grow', { simulations });
    });
  }
  hasGrown(): Promise<void> {
    this.busy = false;
    return this.attempt(() => this.refresh());
  }

  choose(path: string[]): Promise<void> {
    return this.attempt(async () => {
      const key = keyOf(path);
      const wasChosen = keyOf(this.chosenPath) === key;
      this.chosenPath = path;
      const next = new Set(this.opened);
      // A node that is open already is first looked at, and closed by a second click.
      if (next.has(key) && key !== '' && wasChosen) next.delete(key);
      else next.add(key);
      if (this.root && next.has(key)) this.root = graft(this.root, path, await this.fetch(path));
      this.opened = next;
      await this.lookAtChosen();
    });
  }

  // Twice as many children of a node as were shown.
  widen(path: string[]): Promise<void> {
    return this.attempt(async () => {
      const key = keyOf(path);
      this.widths.set(key, Math.min(mostWidth, 2 * Math.max(usualWidth, find(this.root!, path)?.children.length ?? 0)));
      this.root = graft(this.root!, path, await this.fetch(path));
    });
  }

  // One simulation. The server does it at once; here it is shown as it went, and what it changed only at its end.
  step(): Promise<void> {
    const planting = this.planting;
    const stale = () => planting !== this.planting;
    return this.attempt(async () => {
      [this.busy, this.phase] = [true, 0];
      const { simulation } = await this.game.ask<{ simulation: Simulation | null }>('step');
      if (stale()) return;
      if (!simulation) {
        [this.busy, this.trouble] = [false, 'The root is proven: nothing is left to find out.'];
        return;
      }
      const { path, expanded } = simulation;
      const known = expanded ? path.length - 1 : path.length;
      await this.loadPath(simulation, known);
      if (stale()) return;

      [this.simulation, this.reached, this.backed, this.phase] = [simulation, 0, 0, 1];
      this.showing = this.factor > 0;
      for (let depth = 1; depth <= known; ++depth) {
        await this.pause(Math.min(460, longestWay / known));
        if (stale()) return;
        this.reached = depth;
      }
      await this.pause(800);
      if (stale()) return;

      this.phase = 2;
      if (expanded && this.root) {
        const leaf = path[path.length - 1]!;
        this.root = graft(this.root, path, { move: leaf, player: null, visits: 0, value: null, mean: null, exploration: null, proven: null, more: 0, children: [] });
        this.reached = path.length;
      }
      await this.pause(900);
      if (stale()) return;

      this.phase = 3;
      await this.pause(1100);
      if (stale()) return;

      this.phase = 4;
      await this.refresh();
      for (let node = 0; node <= path.length; ++node) {
        if (stale()) return;
        this.backed = node + 1;
        await this.pause(Math.min(250, longestWay / (path.length + 1)));
      }
      this.showing = false;
      this.busy = false;
    });
  }

  // Fetches what of a path was not loaded yet, as it was before the simulation.
  private async loadPath(simulation: Simulation, known: number): Promise<void> {
    for (let depth = 1; depth <= known && this.root; ++depth) {
      const path = simulation.path.slice(0, depth);
      const here = find(this.root, path);
      if (here && (here.children.length > 0 || here.more === 0)) continue;
      this.root = graft(this.root, path, beforeSimulation(await this.fetch(path), simulation.path[depth]));
    }
  }

  private async fetch(path: string[], children = this.widths.get(keyOf(path)) ?? usualWidth): Promise<TreeNode> {
    const levels = children > usualWidth ? 1 : 2;
    return (await this.game.ask<{ node: TreeNode }>('tree', { path, levels, children })).node;
  }

  // Everything that is open, as it is now.
  private async refresh(): Promise<void> {
    let whole = await this.fetch([]);
    const paths = [...this.open].filter((key) => key !== '').map((key) => key.split(' '));
    for (const path of paths.sort((a, b) => a.length - b.length)) whole = graft(whole, path, await this.fetch(path));
    // The end of the path may be one of many children.
    const end = this.phase > 0 ? this.simulation!.path : [];
    if (!find(whole, end)) whole = graft(whole, end, await this.fetch(end));
    this.root = whole;
    await this.lookAtChosen();
  }

  private async lookAtChosen(): Promise<void> {
    const table = this.game.table;
    if (!table) return;
    this.chosen = await this.fetch(this.chosenPath, mostWidth);
    const setup = { game: table.game, moves: [...table.moves.slice(0, this.ply), ...this.chosenPath], seed: table.seed };
    this.place = await fetchPosition(table.from === null ? setup : { ...setup, position: table.from });
  }

  // Asks, and shows what went wrong.
  private async attempt(work: () => Promise<void>): Promise<void> {
    const planting = this.planting;
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      if (planting !== this.planting) return;
      this.showing = false;
      this.trouble = error instanceof Error ? error.message : String(error);
      this.busy = false;
    }
  }
}
