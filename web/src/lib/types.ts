// What the server says (docs/api.md).

export type Player = number | 'chance' | null;

export interface Picture {
  columns: number;
  rows: number;
  texts: string[];
  owners: number[];
  moves: string[];
  column_labels: string[];
  row_labels: string[];
  caption: string;
}

export interface Position {
  ply: number;
  player: Player;
  legal: string[];
  outcome: number[] | null;
  paid: number[];
  text: string | null;
  picture: Picture | null;
}

export interface TableState {
  seats: string[];
  resigned: number | null;
  over: boolean;
  status: string;
  can_undo: boolean;
  can_redo: boolean;
  position: Position;
  paused: boolean;
  pace: number;
  thinking: number | null;
}

export interface Snapshot extends TableState {
  game: string;
  name: string;
  players: number;
  win_draw_loss: boolean;
  names: string[];
  seed: number;
  from: string | null;
  moves: string[];
}

export type Proven = 'win' | 'draw' | 'loss' | null;

export interface MoveStats {
  move: string;
  visits: number;
  value: number | null;
  win_rate: number | null;
  low: number | null;
  high: number | null;
  prior: number | null;
  proven: Proven;
  bounds: [number | null, number | null] | null;
}

export interface Analysis {
  ply: number;
  done: boolean;
  player: number;
  simulations: number;
  seconds: number;
  threads: number;
  stopped_by: string | null;
  max_depth: number;
  nodes: number;
  bytes: number;
  value: number | null;
  proven: Proven;
  best: string | null;
  line: string[];
  moves: MoveStats[];
}

export interface TreeNode {
  move: string;
  player: Player;
  visits: number;
  value: number | null;
  mean: number | null;
  exploration: number | null;
  proven: Proven;
  more: number;
  children: TreeNode[];
}

export interface Simulation {
  path: string[];
  expanded: boolean;
  ended: boolean;
  rewards: number[];
}

export interface Parameter {
  name: string;
  default: string;
  expected: string;
  help: string;
}

export interface GameInfo {
  name: string;
  spec: string;
  players: number;
  chance: boolean;
  parameters: Parameter[];
  max_moves: number | null;
  abilities: string[];
  win_draw_loss: boolean;
}

export interface Kind {
  name: string;
  help: string;
  parameters: Parameter[];
}

export interface Catalogue {
  version: number;
  games: GameInfo[];
  agents: Kind[];
  laboratory: { rules: Kind[]; arms: string; games: { name: string; help: string }[] };
}

export interface Curve {
  rule: string;
  step: number[];
  regret: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
  best_share: (number | null)[];
}
