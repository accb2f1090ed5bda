// The game that the page opens with: Connect Four where the program has it, else the program's first game, so that a
// program for a game of one's own opens its board.
import type { Setup } from './game.svelte';
import type { GameInfo } from './types';

// 2048 has a view of its own; it is the choice only where there is nothing else.
export function usualGame(games: GameInfo[]): GameInfo | undefined {
  return games.find((game) => game.name === 'connect4') ?? games.find((game) => game.name !== 'twenty48') ?? games[0];
}

// A person in the first seat, the search in the others.
export function usualSeats(players: number): string[] {
  return Array.from({ length: players }, (_, seat) => (seat === 0 ? 'human' : 'uct:time=1s'));
}

export function usualSetups(games: GameInfo[]): Setup[] {
  const game = usualGame(games);
  return game ? [{ game: game.name, seats: usualSeats(game.players) }] : [];
}
