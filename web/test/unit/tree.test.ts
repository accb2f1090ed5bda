import { describe, expect, it } from 'vitest';
import { graft, layOut, phaseText, prefixes, rewardText } from '../../src/lib/tree';
import type { TreeNode } from '../../src/lib/types';

function node(move: string, visits: number, ...children: TreeNode[]): TreeNode {
  return { move, visits, player: 0, value: 0, mean: 0.5, exploration: 0.1, proven: null, more: 0, children };
}
const root = node('', 10, node('a', 7, node('b', 6)), node('c', 3));

describe('layout', () => {
  it('shows the children of open nodes alone', () => {
    expect(layOut(root, new Set()).map((each) => each.key)).toEqual(['']);
    expect(layOut(root, new Set([''])).map((each) => each.key)).toEqual(['', 'a', 'c']);
    expect(layOut(root, new Set(['', 'a'])).map((each) => each.key)).toContain('a b');
  });
  it('never goes above the top, and deeper is further right', () => {
    const drawn = layOut(root, new Set(['', 'a']));
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
