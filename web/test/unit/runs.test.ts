import { expect, it } from 'vitest';
import { chartsOf, ending, gameOf, latest, trainCommand, type Run } from '../../src/lib/runs';
import type { GameInfo } from '../../src/lib/types';

const network: Run = {
  name: 'a',
  kind: 'network',
  game: 'gomoku:width=6,height=6,line=4',
  games: 400,
  curve: {
    generation: [1, 2],
    seconds: [10, 20],
    games: [200, 400],
    policy_loss: [2.5, 2.25],
    value_loss: [0.7, null],
    games_per_second: [20, 20],
    evaluations_per_second: [null, null],
  },
};

it('a network has charts of what is known, over the games', () => {
  const charts = chartsOf(network);
  expect(charts.map((each) => each.title)).toEqual(['Loss', 'Games a second']);
  expect(charts[0]!.data).toEqual([[200, 400], [2.5, 2.25], [0.7, null]]);
  expect(charts[0]!.lines.map((line) => line.label)).toEqual(['moves', 'value']);
});

it('a chart says the last number of each line', () => {
  const [loss, pace] = chartsOf(network);
  expect(latest(loss!)).toBe('moves 2.25 · value 0.70');
  expect(latest(pace!)).toBe('20.00');
});

it('strength is shown as soon as it is measured', () => {
  const ladder = { games: [100, 400], elo: [0, 120.4], low: [null, 90], high: [null, 150] };
  const accuracy = { games: [400], policy: [0.5], search: [0.75] };
  const [elo, right] = chartsOf({ ...network, ladder, accuracy });
  expect(elo!.data[0]).toEqual([100, 400]);
  expect(latest(elo!)).toBe('Elo 120 · low 90 · high 150');
  expect(latest(right!)).toBe('network 50.0 % · search 75.0 %');
  expect(chartsOf({ ...network, ladder: { games: [], elo: [] } })[0]!.title).toBe('Loss');
});

it('a run of 2048 has scores and the milestones that were reached', () => {
  const curve = { games: [500, 5000], moves: [1, 2], mean: [9000, 26187], highest: [28000, 83792], moves_per_second: [4800, 375850] };
  const milestones = { games: [500, 5000], '2048': [0.02, 0.53], '32768': [0, 0] };
  const charts = chartsOf({ name: 'b', kind: 'ntuple', game: 'twenty48', games: 5000, curve, milestones });
  expect(charts.map((each) => each.title)).toEqual(['Score', 'Milestones', 'Moves a second']);
  expect(charts[1]!.lines.map((line) => line.label)).toEqual(['2048']);
  expect(latest(charts[1]!)).toBe('53 %');
  expect(latest(charts[0]!)).toBe('mean 26.2 k · highest 83.8 k');
});

it('a run without a report has no charts', () => {
  expect(chartsOf({ name: 'c', curve: { games: [], policy_loss: [] } })).toEqual([]);
});

it('games end as the player who began sees it', () => {
  expect(ending(1, ['Black', 'White'])).toBe('Black wins');
  expect(ending(-1, ['Black', 'White'])).toBe('White wins');
  expect(ending(0, [])).toBe('a draw');
  expect(ending(null, [])).toBe('no result');
  expect(gameOf(network)).toBe('gomoku');
  expect(gameOf({ name: 'd', problem: 'damaged' })).toBe('');
});

it('the command that begins a training names a game of the program', () => {
  expect(trainCommand('', [])).toBe('./run train GAME --out runs/GAME --minutes 10');
  const game = { name: 'mine', players: 2, networks: [], description: { board: 'plain' } } as unknown as GameInfo;
  expect(trainCommand('there', [game])).toBe('./run train mine --out there/mine --minutes 10');
});
