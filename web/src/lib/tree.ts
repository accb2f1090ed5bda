// The tree as it is drawn: which nodes are open, where they stand, and what one simulation highlights.
import { hierarchy, tree, type HierarchyPointNode } from 'd3-hierarchy';
import type { Simulation, TreeNode } from './types';

export interface DrawnNode {
  key: string; // the moves from the root, with spaces between
  path: string[];
  node: TreeNode;
  share: number; // of its parent's visits
  x: number;
  y: number;
  parentKey: string | null;
  hue: Hue;
  more: number; // children that this one stands for, which are not drawn; 0 for a node
}

// For who moved there: by the mean where games are won and lost; among its siblings where points are counted, which
// have no middle.
export type Hue = 'good' | 'even' | 'bad' | 'none';

function hueOf(node: TreeNode, siblings: TreeNode[], points: boolean): Hue {
  if (node.mean === null) return 'none';
  let place = node.mean;
  if (points) {
    const means = siblings.flatMap((each) => (each.mean === null ? [] : [each.mean]));
    const [low, high] = [Math.min(...means), Math.max(...means)];
    place = high > low ? (node.mean - low) / (high - low) : 0.5;
  }
  return place > 0.62 ? 'good' : place < 0.38 ? 'bad' : 'even';
}

export const rowHeight = 34;
const leastColumn = 132;
const mostColumn = 260;

export function keyOf(path: string[]): string {
  return path.join(' ');
}

interface Branch {
  path: string[];
  node: TreeNode;
  share: number;
  hue: Hue;
  more: number;
  children: Branch[];
}

// Only what is open shows its children, and how many are left out.
function branch(node: TreeNode, path: string[], share: number, hue: Hue, open: Set<string>, points: boolean): Branch {
  const shown = open.has(keyOf(path)) ? node.children : [];
  const children = shown.map((child) =>
    branch(child, [...path, child.move], child.visits / Math.max(1, node.visits), hueOf(child, shown, points), open, points),
  );
  if (shown.length && node.more) children.push({ path: [...path, '…'], node, share: 0, hue: 'none', more: node.more, children: [] });
  return { path, node, share, hue, more: 0, children };
}

// The width of a node's label, by its letters: the move above, and what `about` says of the node below.
export function labelRoom(node: { node: TreeNode; path: string[] }, about: (node: TreeNode) => string): number {
  const move = node.path.length ? node.node.move : 'root';
  return 6 + Math.max(8 * move.length, 6.2 * about(node.node).length);
}

export interface Layout {
  nodes: DrawnNode[];
  columnWidth: number;
}

export function layOut(root: TreeNode, open: Set<string>, points = false, about: (node: TreeNode) => string = () => ''): Layout {
  const top = hierarchy(branch(root, [], 1, 'none', open, points), (each) => each.children);
  const longest = Math.max(...top.descendants().filter((each) => each.children).map((each) => labelRoom(each.data, about)), 0);
  const columnWidth = Math.min(mostColumn, Math.max(leastColumn, 60 + longest));
  const placed = tree<Branch>()
    .nodeSize([rowHeight, columnWidth])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.25))(top);
  const highest = Math.min(...placed.descendants().map((each) => each.x));
  const nodes = placed.descendants().map((each: HierarchyPointNode<Branch>) => ({
    key: keyOf(each.data.path),
    path: each.data.path,
    node: each.data.node,
    share: each.data.share,
    x: each.y,
    y: each.x - highest,
    parentKey: each.parent ? keyOf(each.parent.data.path) : null,
    hue: each.data.hue,
    more: each.data.more,
  }));
  return { nodes, columnWidth };
}

export function find(root: TreeNode, path: string[]): TreeNode | null {
  let here: TreeNode | undefined = root;
  for (const move of path) here = here?.children.find((child) => child.move === move);
  return here ?? null;
}

// Puts a node that was fetched in the place of what was there, or beside its siblings if it had been left out.
export function graft(root: TreeNode, path: string[], node: TreeNode): TreeNode {
  const [next, ...rest] = path;
  if (next === undefined) return node;
  if (root.children.some((child) => child.move === next))
    return { ...root, children: root.children.map((child) => (child.move === next ? graft(child, rest, node) : child)) };
  return rest.length ? root : { ...root, more: Math.max(0, root.more - 1), children: [...root.children, node] };
}

// A node as it was before a simulation went through it, and on to a child. A child that had no visit was not there.
export function beforeSimulation(node: TreeNode, next: string | undefined): TreeNode {
  const children = node.children
    .map((child) => (child.move === next ? { ...child, visits: child.visits - 1 } : child))
    .filter((child) => child.visits > 0 || child.move !== next);
  return { ...node, visits: node.visits - 1, children };
}

// Where the next simulation goes that comes to a node with all its children: to a move that was never tried, as long as
// there is one, else to the child whose terms add up highest. Nothing where the node is proven, at chance nodes, or on
// ties: then the search takes the child that it added first, which the page isn't told.
const roundingOfIndices = 1e-5; // the search adds in single precision
export type Next = { untried: number } | { move: string } | null;

export function nextChoice(node: TreeNode, legal: number, rule: string): Next {
  if (rule === 'thompson' || typeof node.player !== 'number' || isProven(node, legal)) return null;
  const untried = legal - node.children.filter((child) => child.visits > 0).length;
  if (untried > 0) return { untried };
  const index = (child: TreeNode) => (child.mean ?? 0) + (child.exploration ?? 0);
  const open = node.children.filter((child) => child.proven === null);
  const highest = Math.max(...open.map(index));
  const [best, ...level] = open.filter((child) => index(child) > highest - roundingOfIndices);
  return best && level.length === 0 ? { move: best.move } : null;
}

// The root has nobody who moved into it and is not called proven; its children tell.
function isProven(node: TreeNode, legal: number): boolean {
  if (node.proven !== null || node.children.some((child) => child.proven === 'win')) return true;
  return node.children.length >= legal && node.children.every((child) => child.proven !== null);
}

// All beginnings of a path, the root's included: what has to be open for its end to be seen.
export function prefixes(path: string[]): string[][] {
  return path.map((_, i) => path.slice(0, i));
}

export const phases = ['Select', 'Expand', 'Simulate', 'Back up'] as const;

// What a phase of a simulation says, in a sentence. Where wins are rows, the random game does not miss one.
export function phaseText(phase: number, simulation: Simulation, names: string[], decisive = false): string {
  const depth = simulation.path.length;
  const end = simulation.path[depth - 1] ?? '';
  switch (phase) {
    case 1:
      return depth > 1
        ? `From the root down: at each node to the child whose value and exploration add up highest. ${depth} moves deep.`
        : 'At the root there is still a move that was never tried, so it goes no deeper.';
    case 2:
      return simulation.expanded
        ? `“${end}” was never tried here: it becomes a new node.`
        : 'Nothing to add: the path ends at a node that is there already.';
    case 3: {
      if (simulation.ended) return 'The game is over here, or decided: no random game is needed.';
      return `A random game from here to its end${decisive ? ', in which nobody misses a win at once' : ''}: ${rewardText(simulation.rewards, names)}.`;
    }
    default:
      return `The result goes back up the path: one more visit for ${depth} ${depth === 1 ? 'node' : 'nodes'}, and each remembers what it brought its player.`;
  }
}

export function rewardText(rewards: number[], names: string[]): string {
  const most = Math.max(...rewards);
  if (rewards.length === 1) return `it brings ${rewards[0]!.toFixed(0)}`;
  if (rewards.every((reward) => reward === most)) return 'a draw';
  return `${names[rewards.indexOf(most)] ?? 'somebody'} wins`;
}
