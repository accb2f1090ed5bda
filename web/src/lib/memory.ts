// What the browser remembers of games, for the next visit and for its other tabs: the last few tables of a view, each
// with what it takes to set it up again, and what searches thought of a game.
import type { Setup } from './game.svelte';
import type { Kept } from './thoughts';

export interface Remembered {
  table: string;
  setup: Setup;
  was: string[]; // the tables that this game had before, at a server that forgot them
}

const mostGames = 4; // of a view
const mostCharacters = 400_000; // of thoughts about a game

const games = (view: string) => `banyan.games.${view}`;
const thoughts = (seed: number) => `banyan.why.${seed}`;
const ownTable = (view: string) => `banyan.table.${view}`;

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

// A browser that keeps nothing is a browser that plays nevertheless.
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // as if nothing had been asked
  }
}

export function rememberedGames(view: string): Remembered[] {
  const list = read<Remembered[]>(games(view));
  return Array.isArray(list) ? list.filter((each) => typeof each?.table === 'string' && typeof each.setup?.game === 'string' && Array.isArray(each.was)) : [];
}

// The game of this tab, or else the one that was played last in any.
export function rememberedGame(view: string): Remembered | null {
  const own = tableOfTab(view);
  const list = rememberedGames(view);
  return list.find((each) => each.table === own || each.was.includes(own ?? '')) ?? list[0] ?? null;
}

function tableOfTab(view: string): string | null {
  try {
    return sessionStorage.getItem(ownTable(view));
  } catch {
    return null;
  }
}

export function rememberGame(view: string, game: Remembered): void {
  const rest = rememberedGames(view).filter((each) => each.table !== game.table && !game.was.includes(each.table));
  attempt(() => {
    sessionStorage.setItem(ownTable(view), game.table);
    localStorage.setItem(games(view), JSON.stringify([game, ...rest].slice(0, mostGames)));
  });
  for (const each of rest.slice(mostGames - 1))
    if (each.setup.seed !== undefined) attempt(() => localStorage.removeItem(thoughts(each.setup.seed!)));
}

// Thoughts about a game are known by its seed, which it keeps whatever table it is at.
export interface GameThoughts {
  game: string;
  moves: string[];
  kept: Kept[]; // the latest last
}

export function rememberThoughts(seed: number, about: GameThoughts): void {
  let first = about.kept.length;
  for (let room = mostCharacters; first > 0; --first) if ((room -= JSON.stringify(about.kept[first - 1]).length) < 0) break;
  attempt(() => localStorage.setItem(thoughts(seed), JSON.stringify({ ...about, kept: about.kept.slice(first) })));
}

// Those that concern these moves: of a game that took another way, what was thought before it did.
export function rememberedThoughts(seed: number, game: string, moves: string[]): Kept[] {
  const about = read<GameThoughts>(thoughts(seed));
  if (!about || about.game !== game || !Array.isArray(about.kept)) return [];
  let same = 0;
  while (same < moves.length && same < about.moves.length && moves[same] === about.moves[same]) ++same;
  return about.kept.filter(([ply]) => ply <= same);
}

// One tab at a time, where the browser can see to that. The next one waits until it can read what this one wrote:
// browsers hand storage on from process to process in their own time.
const settling = 300; // milliseconds

export function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return new Promise((resolve, reject) => {
    void navigator.locks.request(name, async () => {
      await work().then(resolve, reject);
      await new Promise((done) => setTimeout(done, settling));
    });
  });
}
