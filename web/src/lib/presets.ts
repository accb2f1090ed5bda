// Opponents by a name that says how strong they are, each a spec like any other; and games by a name that says
// how large they are.
import { parseSpec, printSpec } from './spec';
import type { Kind } from './types';

export interface Preset {
  title: string;
  spec: string;
}

const searches: Preset[] = [
  { title: 'Beginner: 200 simulations', spec: 'uct:sims=200' },
  { title: 'Club: a tenth of a second', spec: 'uct:time=100ms' },
  { title: 'Strong: a second', spec: 'uct:time=1s' },
  { title: 'Very strong: five seconds', spec: 'uct:time=5s' },
  { title: 'No tree: flat Monte Carlo', spec: 'flat:time=1s' },
  { title: 'Random', spec: 'random' },
];

// Agents that need a network are offered only where one ships: files are not read on behalf of visitors.
const taught: Preset[] = [
  { title: 'Taught by itself: a network, a tenth of a second', spec: 'puct:time=100ms' },
  { title: 'Taught by itself: a network, a second', spec: 'puct:time=1s' },
];
const networks: { game: string; values: Record<string, string>; presets: Preset[] }[] = [
  { game: 'connect4', values: {}, presets: taught },
  { game: 'gomoku', values: { width: '6', height: '6', line: '4' }, presets: taught },
  { game: 'gomoku', values: { width: '8', height: '8', line: '5' }, presets: taught },
  {
    game: 'twenty48',
    values: {},
    presets: [{ title: 'Taught by itself: an n-tuple network, a tenth of a second', spec: 'ntuple:time=100ms' }],
  },
];

// What a game's parameters are when they are not given.
const defaults: Record<string, Record<string, string>> = { gomoku: { width: '15', height: '15', line: '5' } };

function networkFor(game: string): Preset[] {
  const { name, values } = parseSpec(game);
  const given: Record<string, string | undefined> = { ...defaults[name], ...values };
  const known = networks.find((each) => each.game === name && Object.entries(each.values).every(([key, value]) => given[key] === value));
  return known?.presets ?? [];
}

export function opponentsFor(game: string): Preset[] {
  return [...networkFor(game), ...searches];
}

// The kinds of agent that can play a game here.
export function kindsFor(game: string, agents: Kind[]): Kind[] {
  const withNetwork = networkFor(game).map((preset) => parseSpec(preset.spec).name);
  return agents.filter((agent) => !['puct', 'ntuple'].includes(agent.name) || withNetwork.includes(agent.name));
}

// The sizes people usually play.
export interface Variant {
  title: string;
  values: Record<string, string>;
}
export const variants: Record<string, Variant[]> = {
  gomoku: [
    { title: '15 × 15, five in a row', values: {} },
    { title: '8 × 8, five in a row: with a network', values: { width: '8', height: '8', line: '5' } },
    { title: '6 × 6, four in a row: with a network', values: { width: '6', height: '6', line: '4' } },
  ],
};

// An agent that was not told how long to think takes the time that the pace leaves it.
export function atPace(spec: string, time: string, agents: Kind[]): string {
  const { name, values } = parseSpec(spec);
  const takesTime = agents.find((agent) => agent.name === name)?.parameters.some((parameter) => parameter.name === 'time');
  if (!takesTime || ['time', 'sims', 'nodes', 'clock'].some((limit) => values[limit])) return spec;
  return printSpec({ name, values: { ...values, time } });
}

// Rules that insist on a parameter get a usual value for it.
const usual: Record<string, string> = {
  'epsilon-greedy': 'epsilon=0.1',
  'decaying-epsilon': 'gap=0.1',
  'sliding-ucb': 'window=1000',
  'discounted-ucb': 'gamma=0.999',
  halving: 'budget=1000',
};

export function ruleWithDefaults(rule: string): string {
  return usual[rule] ? `${rule}:${usual[rule]}` : rule;
}
