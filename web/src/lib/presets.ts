// Opponents by a name that says how strong they are, each a spec like any other: from what the server knows of a game.
import { parseSpec, printSpec } from './spec';
import type { GameInfo, Kind, Level, Variant } from './types';

// All parameters of a game: those given, and the defaults of the others.
function allValues(info: GameInfo, parameters: string): Record<string, string> {
  const defaults = Object.fromEntries(info.parameters.map((parameter) => [parameter.name, parameter.default]));
  const given = Object.fromEntries(Object.entries(parseSpec(`${info.name}:${parameters}`).values).filter(([, value]) => value !== ''));
  return { ...defaults, ...given };
}

// Whether two lists of parameters, such as `width=6,line=4`, mean the same game.
export function sameParameters(info: GameInfo, a: string, b: string): boolean {
  const [one, other] = [allValues(info, a), allValues(info, b)];
  return Object.keys({ ...one, ...other }).every((key) => one[key] === other[key]);
}

// Whether these are the parameters of a variant, whatever it has drawn.
export function isVariant(info: GameInfo, variant: Variant, parameters: string): boolean {
  const drawn = variant.drawn ? `${variant.parameters},${variant.drawn}=${allValues(info, parameters)[variant.drawn]}` : variant.parameters;
  return sameParameters(info, drawn, parameters);
}

// The parameters of a variant, with what it draws. `random` is from 0 to below 1.
export function drawParameters(variant: Variant, random = Math.random()): string {
  return variant.drawn ? `${variant.parameters},${variant.drawn}=${Math.floor(random * variant.choices)}` : variant.parameters;
}

export const parametersOf = (spec: string) => (spec.includes(':') ? spec.slice(spec.indexOf(':') + 1) : '');

// Agents that need a network are offered only where one ships: files are not read on behalf of visitors.
function networkFor(info: GameInfo, spec: string): Level[] {
  return info.networks.find((network) => sameParameters(info, network.parameters, parametersOf(spec)))?.opponents ?? [];
}

// Those with a network first, then the strongest.
export function opponentsFor(info: GameInfo | undefined, spec: string): Level[] {
  return info ? [...networkFor(info, spec), ...info.opponents] : [];
}

// The kinds of agent that can play a game here.
export function kindsFor(info: GameInfo | undefined, spec: string, agents: Kind[]): Kind[] {
  const withNetwork = info ? networkFor(info, spec).map((level) => parseSpec(level.agent).name) : [];
  const needsNetwork = (agent: Kind) => agent.parameters.some((parameter) => parameter.name === 'net');
  return agents.filter((agent) => !needsNetwork(agent) || withNetwork.includes(agent.name));
}

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
