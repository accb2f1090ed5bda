import { expect, it } from 'vitest';
import { usualGame, usualSetups } from '../../src/lib/opening';
import type { BoardStyle, Description, GameInfo } from '../../src/lib/types';

const about: Description = { title: 'A game', rules: '', notation: '', sides: [], board: 'plain', variants: [], levels: [], uct: '', puct: '', pass_reason: '' };

const game = (name: string, players = 2, board: BoardStyle = 'plain', trained = false): GameInfo => ({
  name,
  spec: name,
  players,
  chance: false,
  parameters: [],
  max_moves: null,
  abilities: [],
  win_draw_loss: true,
  description: { ...about, board },
  opponents: [],
  networks: trained ? [{ parameters: '', opponents: [{ title: 'Network', agent: 'puct' }] }] : [],
});

it('the page opens with the first game that has a trained opponent', () => {
  expect(usualGame([game('tictactoe'), game('connect4', 2, 'holes', true), game('twenty48', 1, 'tiles', true)])?.name).toBe('connect4');
});

it('a program for other games opens with the first of them', () => {
  expect(usualSetups([game('domineering'), game('othello')])).toEqual([{ game: 'domineering', seats: ['human', 'uct:time=1s'] }]);
  expect(usualGame([game('twenty48', 1, 'tiles', true), game('othello')])?.name).toBe('othello');
  expect(usualGame([game('twenty48', 1, 'tiles')])?.name).toBe('twenty48');
});

it('every seat is taken, however many there are', () => {
  expect(usualSetups([game('solitaire', 1)])[0]?.seats).toEqual(['human']);
  expect(usualSetups([game('nim', 3)])[0]?.seats).toEqual(['human', 'uct:time=1s', 'uct:time=1s']);
});
