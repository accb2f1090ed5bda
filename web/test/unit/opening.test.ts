import { expect, it } from 'vitest';
import { usualGame, usualSetups } from '../../src/lib/opening';
import type { GameInfo } from '../../src/lib/types';

const game = (name: string, players = 2): GameInfo => ({
  name,
  spec: name,
  players,
  chance: false,
  parameters: [],
  max_moves: null,
  abilities: [],
  win_draw_loss: true,
});

it('the built-in program opens with Connect Four', () => {
  expect(usualGame(['tictactoe', 'connect4', 'twenty48'].map((name) => game(name)))?.name).toBe('connect4');
});

it('a program for other games opens with the first of them', () => {
  expect(usualSetups([game('domineering'), game('othello')])).toEqual([{ game: 'domineering', seats: ['human', 'uct:time=1s'] }]);
  expect(usualGame([game('twenty48', 1), game('othello')])?.name).toBe('othello');
  expect(usualGame([game('twenty48', 1)])?.name).toBe('twenty48');
});

it('every seat is taken, however many there are', () => {
  expect(usualSetups([game('solitaire', 1)])[0]?.seats).toEqual(['human']);
  expect(usualSetups([game('nim', 3)])[0]?.seats).toEqual(['human', 'uct:time=1s', 'uct:time=1s']);
});
