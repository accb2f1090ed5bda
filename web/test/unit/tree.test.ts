import { describe, expect, it } from 'vitest';
import { beforeSimulation, find, graft, layOut, nextChoice, phaseText, prefixes, rewardText } from '../../src/lib/tree';
import type { TreeNode } from '../../src/lib/types';

function node(move: string, visits: number, ...children: TreeNode[]): TreeNode {
  return { move, visits, player: 0, value: 0, mean: 0.5, exploration: 0.1, proven: null, more: 0, children };
}
const root = node('', 10, node('a', 7, node('b', 6)), node('c', 3));

describe('layout', () => {
  it('shows the children of open nodes alone', () => {
    expect(layOut(root, new Set()).nodes.map((each) => each.key)).toEqual(['']);
    expect(layOut(root, new Set([''])).nodes.map((each) => each.key)).toEqual(['', 'a', 'c']);
    expect(layOut(root, new Set(['', 'a'])).nodes.map((each) => each.key)).toContain('a b');
  });
  it('never goes above the top, and deeper is further right', () => {
    const drawn = layOut(root, new Set(['', 'a'])).nodes;
    expect(Math.min(...drawn.map((each) => each.y))).toBe(0);
    expect(drawn.find((each) => each.key === 'a b')!.x).toBeGreaterThan(drawn.find((each) => each.key === 'a')!.x);
    expect(drawn.find((each) => each.key === 'a')!.share).toBe(0.7);
  });
});

it('grafts a node into its place and nowhere else', () => {
  const grown = graft(root, ['a', 'b'], node('b', 99));
  expect(grown.children[0]!.children[0]!.visits).toBe(99);
  expect(grown.children[1]).toBe(root.children[1]);
  expect(root.children[0]!.children[0]!.visits).toBe(6);
});

it('knows what leads to a node', () => {
  expect(prefixes(['a', 'b'])).toEqual([[], ['a']]);
});

it('tells the four phases', () => {
  const simulation = { path: ['a', 'b'], expanded: true, ended: false, rewards: [1, -1] };
  expect(phaseText(1, simulation, ['X', 'O'])).toContain('2 moves deep');
  expect(phaseText(2, simulation, ['X', 'O'])).toContain('“b”');
  expect(phaseText(3, simulation, ['X', 'O'])).toContain('X wins');
  expect(phaseText(4, simulation, ['X', 'O'])).toContain('2 nodes');
  expect(rewardText([0, 0], ['X', 'O'])).toBe('a draw');
});

describe('children that were left out', () => {
  const wide = { ...node('', 30, node('a', 20), node('b', 9)), more: 3 };
  it('are counted at the end of those that are drawn', () => {
    expect(layOut(wide, new Set([''])).nodes.map((each) => each.more)).toEqual([0, 0, 0, 3]);
    expect(layOut(wide, new Set()).nodes.map((each) => each.more)).toEqual([0]);
  });
  it('come in when a simulation goes through them', () => {
    const grown = graft(wide, ['z'], node('z', 1));
    expect(find(grown, ['z'])?.visits).toBe(1);
    expect(grown.more).toBe(2);
    expect(graft(wide, ['y', 'z'], node('z', 1))).toBe(wide);
  });
});

it('shows a node as it was before a simulation', () => {
  const before = beforeSimulation(node('', 10, node('a', 9), node('b', 1)), 'b');
  expect(before.visits).toBe(9);
  expect(before.children.map((child) => [child.move, child.visits])).toEqual([['a', 9]]);
});

it('colours points by their siblings, and wins by themselves', () => {
  const mean = (move: string, x: number) => ({ ...node(move, 5), mean: x });
  const root = node('', 15, mean('a', 0.1), mean('b', 0.11), mean('c', 0.12));
  expect(layOut(root, new Set([''])).nodes.map((each) => each.hue)).toEqual(['none', 'bad', 'bad', 'bad']);
  expect(layOut(root, new Set(['']), true).nodes.map((each) => each.hue)).toEqual(['none', 'bad', 'even', 'good']);
});

describe('where the next simulation goes', () => {
  const child = (move: string, mean: number, exploration: number, proven: TreeNode['proven'] = null) => ({ ...node(move, 5), mean, exploration, proven });
  const full = node('', 30, child('a', 0.5, 0.1), child('b', 0.2, 0.5), child('c', 0.9, 0.9, 'loss'));
  it('is where the terms add up highest, of all that are not proven', () => {
    expect(nextChoice(full, 3, 'ucb1')).toEqual({ move: 'b' });
  });
  it('is first of all a move that was never tried', () => {
    expect(nextChoice(full, 7, 'ucb1')).toEqual({ untried: 4 });
  });
  it('is not said where two moves are level', () => {
    expect(nextChoice(node('', 20, child('a', 0.5, 0.2), child('b', 0.2, 0.5)), 2, 'ucb1')).toBeNull();
  });
  it('is not said where nothing is left, or chance decides', () => {
    expect(nextChoice(full, 3, 'thompson')).toBeNull();
    expect(nextChoice({ ...full, player: 'chance' }, 3, 'ucb1')).toBeNull();
    expect(nextChoice({ ...full, proven: 'win' }, 3, 'ucb1')).toBeNull();
    expect(nextChoice(node('', 9, child('a', 1, 0, 'win'), child('b', 0, 1)), 2, 'ucb1')).toBeNull();
    expect(nextChoice(node('', 9, child('a', 0, 0, 'loss'), child('b', 0, 1, 'draw')), 2, 'ucb1')).toBeNull();
  });
});
