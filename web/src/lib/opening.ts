// The game that the page opens with: the first for several players that has a trained opponent, else the first that has
// no view of its own, so that a program for a game of one's own opens its board.
import type { Setup } from './game.svelte';
import type { GameInfo } from './types';

// Games of tiles have a view of their own (views/Twenty48.svelte).
export const tilesView = '2048'; // its path
export const hasOwnView = (game: GameInfo) => game.description.board === 'tiles';

export function usualGame(games: GameInfo[]): GameInfo | undefined {
  const trained = (game: GameInfo) => game.players > 1 && game.networks.some((network) => network.parameters === '');
  return games.find(trained) ?? games.find((game) => !hasOwnView(game)) ?? games[0];
}

// A person in the first seat, the search in the others.
export function usualSeats(players: number): string[] {
  return Array.from({ length: players }, (_, seat) => (seat === 0 ? 'human' : 'uct:time=1s'));
}

export function usualSetups(games: GameInfo[]): Setup[] {
  const game = usualGame(games);
  return game ? [{ game: game.name, seats: usualSeats(game.players) }] : [];
}
