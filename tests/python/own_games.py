"""Games written in Python, for the tests."""


class ConnectFour:
    """Bitboards: stones of the player to move, and all stones; seven bits a column."""

    title = "Connect Four in Python"
    FULL = sum(0b111111 << 7 * column for column in range(7))

    def start(self):
        return (0, 0)

    def current_player(self, state):
        return bin(state[1]).count("1") & 1

    def legal_moves(self, state):
        stones = state[1]
        return [column for column in range(7) if not stones >> (7 * column + 5) & 1]

    def apply(self, state, column):
        own, stones = state
        return (own ^ stones, stones | stones + (1 << 7 * column))

    def outcome(self, state):
        own, stones = state
        last = own ^ stones
        for step in (1, 6, 7, 8):
            pairs = last & last >> step
            if pairs & pairs >> 2 * step:
                return (-1, 1) if bin(stones).count("1") % 2 == 0 else (1, -1)
        return (0, 0) if stones == self.FULL else None


class Nim:
    """One heap; a move takes 1 to 3, and whoever takes the last wins. The outcome is the first player's."""

    def start(self):
        return (10, 0)

    def current_player(self, state):
        return state[1]

    def legal_moves(self, state):
        return list(range(1, min(3, state[0]) + 1))

    def apply(self, state, move):
        return (state[0] - move, 1 - state[1])

    def outcome(self, state):
        return None if state[0] else (1 if state[1] == 1 else -1)


class Dice:
    """One player rolls up to five times, or stops; each roll pays its points, but a 1 ends the game unpaid."""

    players = 1
    step_rewards = True

    def start(self):
        return ("choose", 0)

    def current_player(self, state):
        return -1 if state[0] == "rolling" else 0

    def legal_moves(self, state):
        return ["roll", "stop"]

    def chance_outcomes(self, state):
        return [(points, 1 / 6) for points in range(1, 7)]

    def apply(self, state, move):
        if move == "roll":
            return ("rolling", state[1]), 0
        if move == "stop" or move == 1:
            return ("over", state[1]), 0
        return ("choose", state[1] + 1), move

    def outcome(self, state):
        return 0 if state[0] == "over" or state[1] == 5 else None


class Cycle:
    """Two players walk around a circle of six places for ever."""

    def start(self):
        return (1, 0)

    def current_player(self, state):
        return state[1]

    def legal_moves(self, state):
        return [1, -1]

    def apply(self, state, move):
        return ((state[0] + move) % 6, 1 - state[1])

    def outcome(self, state):
        return None


class Endless(Cycle):
    """The same with a new state after each move."""

    def apply(self, state, move):
        return (state[0] + 1, 1 - state[1])


class Three:
    """Three players in turn choose 0 or 1; the one who is alone wins."""

    players = 3

    def start(self):
        return ()

    def current_player(self, state):
        return len(state)

    def legal_moves(self, state):
        return [0, 1]

    def apply(self, state, move):
        return state + (move,)

    def outcome(self, state):
        if len(state) < 3:
            return None
        return [1 if state.count(choice) == 1 else 0 for choice in state]
