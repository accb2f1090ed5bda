// What the server says (docs/api.md).

export type Player = number | 'chance' | null;

export interface Picture {
  columns: number;
  rows: number;
  texts: string[];
  owners: number[];
  moves: string[]; // of one cell each: the move that it stands for
  glyphs: string[]; // how a piece is drawn, where that is not its text
  names: string[]; // of cells, where labels don't tell
  absent: number[]; // cells that are not part of the board
  column_labels: string[];
  row_labels: string[];
  row_shift: number; // how far each row stands to the right of the one above, in cells
  dots: number[];
  sides: number[]; // whose the top, bottom, left and right are; -1 for nobody's
  winning: number[];
  dice: number[];
  bars: Bar[];
  blocks: Block[];
  caption: string;
}

// A number on the way to a goal.
// A part of the board that is won as a whole, as a small board of ultimate tic-tac-toe.
export interface Block {
  row: number; // its top left cell
  column: number;
  rows: number;
  columns: number;
  owner: number; // who has won it, or -1
  open: boolean; // the next move may be made here
}

export interface Bar {
  owner: number;
  value: number;
  at_stake: number;
  goal: number;
}

export type BoardStyle = 'plain' | 'marks' | 'holes' | 'stones' | 'felt' | 'sticks' | 'tiles' | 'checkered' | 'river' | 'hexagons' | 'pegs' | 'pits' | 'points' | 'dots';

export interface Side {
  name: string;
  colour: string; // empty: the page chooses
}

// What a game says about itself.
export interface Description {
  title: string;
  rules: string;
  notation: string;
  sides: Side[];
  board: BoardStyle;
  variants: Variant[];
  levels: Level[];
  uct: string;
  puct: string;
  pass_reason: string;
}

// A size or set of rules. Of the parameter `drawn`, if there is one, each game draws a value below `choices`.
export interface Variant {
  title: string;
  parameters: string;
  drawn: string;
  choices: number;
}

// An opponent by a name that says how strong it is.
export interface Level {
  title: string;
  agent: string;
}

export interface Position {
  ply: number;
  player: Player;
  legal: string[];
  legal_cells: number[][]; // for each of them the cells to point at, or empty where cells stand for moves
  last_cells: number[]; // of the move that led here
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
  description: Description;
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
  description: Description;
  opponents: Level[];
  networks: { parameters: string; opponents: Level[] }[]; // that ship
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
