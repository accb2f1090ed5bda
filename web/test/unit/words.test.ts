import { describe, expect, it } from 'vitest';
import { captionText } from '../../src/lib/format';
import { readPig, spotsOf } from '../../src/lib/pig';
import { atPace, kindsFor, opponentsFor } from '../../src/lib/presets';
import { gameOfRecord } from '../../src/lib/spec';
import type { Kind } from '../../src/lib/types';

const kind = (name: string, ...parameters: string[]): Kind => ({ name, help: '', parameters: parameters.map((each) => ({ name: each, default: '', expected: '', help: '' })) });
const agents = [kind('random'), kind('uct', 'time', 'sims'), kind('puct', 'time'), kind('ntuple', 'time')];

describe('words', () => {
  it('name the colours that the board shows', () => {
    expect(captionText('othello', 'X 2  O 12')).toBe('Black 2 · White 12');
    expect(captionText('pig', 'player 0: 3\nplayer 1: 4')).toBe('Player 1: 3\nPlayer 2: 4');
    expect(captionText('tictactoe', 'X 2  O 12')).toBe('X 2  O 12');
  });
  it('read a game of Pig', () => {
    expect(readPig('12/30/7/14/1/0', 'pig:goal=50', ['roll', '=3'])).toEqual({ scores: [12, 30], gathered: 7, player: 1, goal: 50, die: 3 });
    expect(readPig('12/30/0/14/0/0', 'pig', ['hold'])).toMatchObject({ goal: 100, die: null });
    expect(readPig(null, 'pig', [])).toBeNull();
    expect([1, 2, 3, 4, 5, 6].map((die) => spotsOf(die).length)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  it('tell which game a record is of', () => {
    expect(gameOfRecord('banyan-game 1\ngame gomoku:width=6,height=6 # small\nmoves\n')).toBe('gomoku');
    expect(gameOfRecord('nothing of the kind')).toBeNull();
  });
});

describe('opponents', () => {
  it('that need a network are offered where one ships', () => {
    const names = (game: string) => kindsFor(game, agents).map((each) => each.name);
    expect(names('othello')).toEqual(['random', 'uct']);
    expect(names('connect4')).toEqual(['random', 'uct', 'puct']);
    expect(names('gomoku')).toEqual(['random', 'uct']);
    expect(names('gomoku:width=6,height=6,line=4')).toEqual(['random', 'uct', 'puct']);
    expect(names('twenty48')).toEqual(['random', 'uct', 'ntuple']);
    expect(opponentsFor('gomoku:width=6,height=6,line=4')[0]!.spec).toMatch(/^puct/);
    expect(opponentsFor('gomoku:width=8,height=8')[0]!.spec).toMatch(/^puct/);
    expect(opponentsFor('connect4')[0]!.spec).toMatch(/^puct/);
    for (const game of ['othello', 'gomoku', 'gomoku:width=8,height=8,line=4'])
      expect(opponentsFor(game).some((preset) => preset.spec.startsWith('puct'))).toBe(false);
  });
  it('without a limit take the time that the pace leaves', () => {
    expect(atPace('uct', '20ms', agents)).toBe('uct:time=20ms');
    expect(atPace('uct:sims=9', '20ms', agents)).toBe('uct:sims=9');
    expect(atPace('random', '20ms', agents)).toBe('random');
  });
});
