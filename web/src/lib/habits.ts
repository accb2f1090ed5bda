// What can be learnt about a person from their throws: how often each comes, and what follows a win, a loss, a draw.
export interface Round {
  you: number;
  it: number;
  paid: number; // to you
}

export interface Habit {
  after: 'win' | 'draw' | 'loss';
  times: number;
  same: number; // how often the throw was repeated
  favourite: number; // the action thrown most often then
  favoured: number; // how often
}

export interface Habits {
  counts: number[]; // of each action
  won: number;
  drawn: number;
  lost: number;
  habits: Habit[]; // only of what has happened
}

const outcome = (round: Round): Habit['after'] => (round.paid > 0 ? 'win' : round.paid < 0 ? 'loss' : 'draw');

export function habitsOf(rounds: Round[], actions: number): Habits {
  const counts = Array<number>(actions).fill(0);
  for (const round of rounds) counts[round.you]! += 1;
  const results = rounds.map(outcome);
  const count = (result: Habit['after']) => results.filter((each) => each === result).length;
  const habits = (['win', 'loss', 'draw'] as const).flatMap((after) => {
    const next = Array<number>(actions).fill(0);
    let same = 0;
    rounds.slice(1).forEach((round, i) => {
      if (results[i] !== after) return;
      next[round.you]! += 1;
      if (round.you === rounds[i]!.you) same += 1;
    });
    const times = next.reduce((a, b) => a + b, 0);
    const favoured = Math.max(...next);
    return times ? [{ after, times, same, favourite: next.indexOf(favoured), favoured }] : [];
  });
  return { counts, won: count('win'), drawn: count('draw'), lost: count('loss'), habits };
}
