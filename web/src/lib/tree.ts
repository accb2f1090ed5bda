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
}

export const rowHeight = 34;
export const columnWidth = 132;

export function keyOf(path: string[]): string {
  return path.join(' ');
}

interface Branch {
  path: string[];
  node: TreeNode;
  share: number;
  children: Branch[];
}

// Only what is open shows its children.
function branch(node: TreeNode, path: string[], share: number, open: Set<string>): Branch {
  const children = open.has(keyOf(path)) ? node.children : [];
  return {
    path,
    node,
    share,
    children: children.map((child) => branch(child, [...path, child.move], child.visits / Math.max(1, node.visits), open)),
  };
}

export function layOut(root: TreeNode, open: Set<string>): DrawnNode[] {
  const top = hierarchy(branch(root, [], 1, open), (each) => each.children);
  const placed = tree<Branch>()
    .nodeSize([rowHeight, columnWidth])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.25))(top);
  const highest = Math.min(...placed.descendants().map((each) => each.x));
  return placed.descendants().map((each: HierarchyPointNode<Branch>) => ({
    key: keyOf(each.data.path),
    path: each.data.path,
    node: each.data.node,
    share: each.data.share,
    x: each.y,
    y: each.x - highest,
    parentKey: each.parent ? keyOf(each.parent.data.path) : null,
  }));
}

// Puts a node that was fetched anew in the place of what was there.
export function graft(root: TreeNode, path: string[], node: TreeNode): TreeNode {
  const [next, ...rest] = path;
  if (next === undefined) return node;
  return {
    ...root,
    children: root.children.map((child) => (child.move === next ? graft(child, rest, node) : child)),
  };
}

// All beginnings of a path, the root's included: what has to be open for its end to be seen.
export function prefixes(path: string[]): string[][] {
  return path.map((_, i) => path.slice(0, i));
}

export const phases = ['Select', 'Expand', 'Simulate', 'Back up'] as const;

// What a phase of a simulation says, in a sentence.
export function phaseText(phase: number, simulation: Simulation, names: string[]): string {
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
      return `A random game from here to its end: ${rewardText(simulation.rewards, names)}.`;
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
