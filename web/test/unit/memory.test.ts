import { beforeEach, expect, test } from 'vitest';
import { rememberedGame, rememberedGames, rememberedThoughts, rememberGame, rememberThoughts } from '../../src/lib/memory';
import type { Kept } from '../../src/lib/thoughts';

class Store {
  private entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, text: string) => void this.entries.set(key, text);
  removeItem = (key: string) => void this.entries.delete(key);
}
const storage = globalThis as unknown as { localStorage: Store; sessionStorage: Store };
const game = (table: string, seed = 1, was: string[] = []) => ({ table, setup: { game: 'nim', seats: ['human'], seed }, was });
const thought = (ply: number) => [ply, { analysis: { ply }, samples: [], asked: false }] as unknown as Kept;

beforeEach(() => {
  storage.localStorage = new Store();
  storage.sessionStorage = new Store();
});

test('tabs with different games don’t overwrite each other', () => {
  rememberGame('play', game('one'));
  storage.sessionStorage = new Store(); // another tab
  rememberGame('play', game('two'));
  rememberGame('play', game('two'));
  expect(rememberedGames('play').map((each) => each.table)).toEqual(['two', 'one']);
  expect(rememberedGame('play')?.table).toBe('two');
  storage.sessionStorage.setItem('banyan.table.play', 'one');
  expect(rememberedGame('play')?.table).toBe('one');
  storage.sessionStorage = new Store(); // a new tab
  expect(rememberedGame('play')?.table).toBe('two');
});

test('a game that was set up again takes the place of the table that is gone, for every tab', () => {
  rememberGame('play', game('one'));
  storage.sessionStorage = new Store();
  rememberGame('play', game('two', 1, ['one']));
  expect(rememberedGames('play').map((each) => each.table)).toEqual(['two']);
  storage.sessionStorage.setItem('banyan.table.play', 'one');
  expect(rememberedGame('play')?.table).toBe('two');
});

test('only the last few games are kept, and what was thought of them', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    rememberThoughts(seed, { game: 'nim', moves: [], kept: [thought(0)] });
    rememberGame('play', game(`t${seed}`, seed));
  }
  expect(rememberedGames('play').map((each) => each.table)).toEqual(['t6', 't5', 't4', 't3']);
  expect(rememberedThoughts(6, 'nim', [])).toHaveLength(1);
  expect(rememberedThoughts(1, 'nim', [])).toEqual([]);
});

test('thoughts are of the moves that were made', () => {
  rememberThoughts(7, { game: 'nim', moves: ['a', 'b', 'c'], kept: [thought(0), thought(2), thought(3)] });
  const plies = (moves: string[], name = 'nim') => rememberedThoughts(7, name, moves).map(([ply]) => ply);
  expect(plies(['a', 'b', 'c'])).toEqual([0, 2, 3]);
  expect(plies(['a', 'b', 'x'])).toEqual([0, 2]);
  expect(plies(['x'])).toEqual([0]);
  expect(plies(['a'], 'othello')).toEqual([]);
});

test('what the browser holds may be anything', () => {
  storage.localStorage.setItem('banyan.games.play', '{"table": 3}');
  expect(rememberedGame('play')).toBeNull();
  storage.localStorage.setItem('banyan.games.play', '[{"table": "x"}, null]');
  expect(rememberedGames('play')).toEqual([]);
});
