// Opponents by a name that says how strong they are, each a spec like any other.
export interface Preset {
  title: string;
  spec: string;
}

export const opponents: Preset[] = [
  { title: 'Beginner: 200 simulations', spec: 'uct:sims=200' },
  { title: 'Club: a tenth of a second', spec: 'uct:time=100ms' },
  { title: 'Strong: a second', spec: 'uct:time=1s' },
  { title: 'Very strong: five seconds', spec: 'uct:time=5s' },
  { title: 'No tree: flat Monte Carlo', spec: 'flat:time=1s' },
  { title: 'Random', spec: 'random' },
];

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
