// Trainings: what the server says of them, and which curves that makes.
import { percent, short } from './format';
import { usualGame } from './opening';
import type { GameInfo } from './types';

export type Column = (number | null)[];

export interface RunSummary {
  name: string;
  running?: boolean;
  kind?: 'network' | 'ntuple';
  game?: string | null;
  learner?: string | null;
  seed?: string | null;
  games?: number;
  problem?: string;
}

// A list for each quantity, over the games played so far.
export type Curve = Record<string, Column>;

export interface Run extends RunSummary {
  curve: Curve;
  milestones?: Curve;
  ladder?: Curve;
  accuracy?: Curve;
}

export interface RunList {
  folder: string;
  runs: RunSummary[];
}

// The command that begins a training in the server's folder of runs.
export function trainCommand(folder: string, games: GameInfo[]): string {
  const game = usualGame(games)?.name ?? 'GAME';
  return `./run train ${game} --out ${folder || 'runs'}/${game} --minutes 10`;
}

export interface PlayedGame {
  game: string;
  number: number;
  generation: number;
  outcome: number | null;
  moves: string[];
}

export interface Chart {
  title: string;
  about: string;
  lines: { label: string; dashed?: boolean; colour?: string }[];
  data: [Column, ...Column[]];
  format: (x: number) => string;
}

const plain = (x: number) => (Math.abs(x) >= 100 ? short(x) : x.toFixed(2));

type Line = Chart['lines'][number];

// A chart over the games, of those columns that are there and hold a number.
function chart(curve: Curve | undefined, title: string, about: string, columns: Record<string, Line>, format = plain): Chart | null {
  const there = Object.keys(columns).filter((name) => curve?.[name]?.some((x) => x !== null));
  if (!curve?.games?.length || there.length === 0) return null;
  return { title, about, lines: there.map((name) => columns[name]!), data: [curve.games, ...there.map((name) => curve[name]!)], format };
}

// The shares of games that reached a milestone: only those that some game has reached.
function milestones(run: Run): Chart | null {
  const reached = Object.entries(run.milestones ?? {}).filter(([name, shares]) => name !== 'games' && shares.some((share) => share !== null && share > 0));
  const lines = Object.fromEntries(reached.map(([milestone]) => [milestone, { label: milestone }]));
  return chart(run.milestones, 'Milestones', 'share of games that came so far, or further', lines, (x) => percent(x));
}

const bound = (label: string): Line => ({ label, dashed: true, colour: '--muted' });

export function chartsOf(run: Run): Chart[] {
  const charts = [
    chart(run.ladder, 'Elo', 'by matches on the run’s ladder, with the 95 % interval', { elo: { label: 'Elo' }, low: bound('low'), high: bound('high') }, (x) => x.toFixed(0)),
    chart(run.accuracy, 'Accuracy', 'moves that keep the value of solved positions', { policy: { label: 'network' }, search: { label: 'search' } }, (x) => percent(x, 1)),
    chart(run.curve, 'Loss', 'how far the network is from what the search found', { policy_loss: { label: 'moves' }, value_loss: { label: 'value' } }),
    chart(run.curve, 'Score', 'of the games since the report before', { mean: { label: 'mean' }, highest: { label: 'highest' } }, short),
    milestones(run),
    chart(run.curve, 'Length', 'moves of a game', { plies: { label: 'moves' } }),
    chart(run.curve, 'Games a second', 'with the learning between them', { games_per_second: { label: 'games a second' } }),
    chart(run.curve, 'Evaluations a second', 'positions that the network looked at', { evaluations_per_second: { label: 'evaluations a second' } }, short),
    chart(run.curve, 'Moves a second', 'played and learned from', { moves_per_second: { label: 'moves a second' } }, short),
  ];
  return charts.filter((each): each is Chart => each !== null);
}

// The last number of each line, for people.
export function latest(each: Chart): string {
  return each.lines
    .map((line, i) => {
      const value = [...each.data[i + 1]!].reverse().find((x) => x !== null);
      return value === undefined || value === null ? '' : each.lines.length > 1 ? `${line.label} ${each.format(value)}` : each.format(value);
    })
    .filter((text) => text !== '')
    .join(' · ');
}

// How a stored game ended; the outcome is for the player who began.
export function ending(outcome: number | null, names: string[]): string {
  if (outcome === null) return 'no result';
  if (outcome === 0) return 'a draw';
  return `${names[outcome > 0 ? 0 : 1] ?? (outcome > 0 ? 'the first player' : 'the second player')} wins`;
}

// A game's name without its parameters.
export function gameOf(run: RunSummary): string {
  return (run.game ?? '').split(':')[0]!;
}
