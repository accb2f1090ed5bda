import { describe, expect, it } from 'vitest';
import { lastThrow, spotsOf } from '../../src/lib/dice';
import { captionText } from '../../src/lib/format';
import { atPace, drawParameters, isVariant, kindsFor, opponentsFor, sameParameters } from '../../src/lib/presets';
import { coloursOf } from '../../src/lib/sides';
import { gameOfRecord } from '../../src/lib/spec';
import { passText } from '../../src/lib/words';
import type { Description, GameInfo, Kind } from '../../src/lib/types';

const about: Description = { title: 'A game', rules: '', notation: '', sides: [], board: 'plain', variants: [], levels: [], uct: '', puct: '', pass_reason: '' };

const kind = (name: string, ...parameters: string[]): Kind => ({ name, help: '', parameters: parameters.map((each) => ({ name: each, default: '', expected: '', help: '' })) });
const agents = [kind('random'), kind('uct', 'time', 'sims'), kind('puct', 'net', 'time'), kind('ntuple', 'net', 'time')];
const gomoku: GameInfo = {
  name: 'gomoku',
  spec: 'gomoku',
  players: 2,
  chance: false,
  parameters: [
    { name: 'width', default: '15', expected: '', help: '' },
    { name: 'height', default: '15', expected: '', help: '' },
    { name: 'line', default: '5', expected: '', help: '' },
  ],
  max_moves: null,
  abilities: [],
  win_draw_loss: true,
  description: about,
  opponents: [{ title: 'Random', agent: 'random' }],
  networks: [
    { parameters: 'width=8,height=8', opponents: [{ title: 'Network', agent: 'puct:time=1s' }] },
    { parameters: 'width=6,height=6,line=4', opponents: [{ title: 'Network', agent: 'puct:time=1s' }] },
  ],
};

describe('words', () => {
  it('count players from 1', () => {
    expect(captionText('player 0: 3\nplayer 1: 4')).toBe('Player 1: 3\nPlayer 2: 4');
  });
  it('read a throw of a die', () => {
    expect([lastThrow('=3'), lastThrow('hold'), lastThrow(undefined)]).toEqual([[3], [], []]);
    expect([1, 2, 3, 4, 5, 6].map((die) => spotsOf(die).length)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  it('say why a player passes', () => {
    expect(passText('cannot turn over any disc', ['pass'], 'd3', 'Black', 'White')).toBe('Black cannot turn over any disc: you have to pass.');
    expect(passText('', ['a1'], 'pass', 'Black', 'White')).toBe('White has no other move and passed: it is your turn again.');
    expect(passText('', ['a1', 'pass'], 'pass', 'Black', 'White')).toBe('White passed.');
    expect(passText('', ['a1'], 'b1', 'Black', 'White')).toBe('');
  });
  it('tell which game a record is of', () => {
    expect(gameOfRecord('banyan-game 1\ngame gomoku:width=6,height=6 # small\nmoves\n')).toBe('gomoku');
    expect(gameOfRecord('nothing of the kind')).toBeNull();
  });
});

it('colours are those of the game, or the page chooses', () => {
  expect(coloursOf({ ...about, sides: [{ name: 'Black', colour: '#222' }, { name: 'White', colour: '' }] }, 2)).toEqual(['#222', 'var(--p1)']);
  expect(coloursOf(about, 3)).toEqual(['var(--p0)', 'var(--p1)', 'var(--p2)']);
});

describe('opponents', () => {
  it('that need a network are offered where one ships', () => {
    const names = (spec: string) => kindsFor(gomoku, spec, agents).map((each) => each.name);
    expect(names('gomoku')).toEqual(['random', 'uct']);
    expect(names('gomoku:width=6,height=6,line=4')).toEqual(['random', 'uct', 'puct']);
    expect(names('gomoku:height=8,width=8,line=5')).toEqual(['random', 'uct', 'puct']);
    expect(opponentsFor(gomoku, 'gomoku:width=8,height=8').map((level) => level.agent)).toEqual(['puct:time=1s', 'random']);
    for (const spec of ['gomoku', 'gomoku:width=8,height=8,line=4']) expect(opponentsFor(gomoku, spec).map((level) => level.agent)).toEqual(['random']);
    expect(opponentsFor(undefined, 'nim')).toEqual([]);
  });
  it('belong to a variant however its parameters are written', () => {
    expect(sameParameters(gomoku, '', 'width=15')).toBe(true);
    expect(sameParameters(gomoku, 'width=6,line=4', 'line=4,width=6,height=15')).toBe(true);
    expect(sameParameters(gomoku, 'width=6', 'width=7')).toBe(false);
  });
  it('play variants that draw one of their parameters', () => {
    const shuffled = { title: 'Drawn', parameters: 'line=4', drawn: 'width', choices: 10 };
    expect([0, 0.55, 0.999].map((random) => drawParameters(shuffled, random))).toEqual(['line=4,width=0', 'line=4,width=5', 'line=4,width=9']);
    expect(drawParameters({ ...shuffled, drawn: '', choices: 0 })).toBe('line=4');
    expect(isVariant(gomoku, shuffled, 'width=7,line=4')).toBe(true);
    expect(isVariant(gomoku, shuffled, 'width=7')).toBe(false);
  });
  it('without a limit take the time that the pace leaves', () => {
    expect(atPace('uct', '20ms', agents)).toBe('uct:time=20ms');
    expect(atPace('uct:sims=9', '20ms', agents)).toBe('uct:sims=9');
    expect(atPace('random', '20ms', agents)).toBe('random');
  });
});
