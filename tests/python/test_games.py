"""Games by name and their states."""

import pickle

import pytest

import banyan


def test_every_game_starts_and_plays():
    for name in banyan.games():
        game = banyan.Game(name)
        state = game.start().settle(seed=1)
        assert state.legal and state.player in range(game.players), name
        after = state.play(state.legal[0])
        assert after.moves[-1] == state.legal[0]
        assert "banyan.State" in repr(after) and str(after)


def test_a_state_never_changes():
    start = banyan.Game("tictactoe").start()
    after = start.play("b2", "a1")
    assert start.moves == () and len(start.legal) == 9
    assert after.moves == ("b2", "a1") and len(after.legal) == 7
    assert after == start.play("b2").play("a1") and hash(after) == hash(start.play("b2", "a1"))
    assert after != start


def test_a_game_to_its_end():
    state = banyan.Game("tictactoe").start().play("a1", "b1", "a2", "b2", "a3")
    assert state.over and state.player is None and state.legal == [] and state.outcome == [1.0, -1.0]
    with pytest.raises(ValueError, match="after the end"):
        state.play("c3")


def test_chance_and_positions():
    start = banyan.Game("twenty48").start()
    assert start.player == banyan.CHANCE and start.legal == []
    assert abs(sum(probability for _, probability in start.chances) - 1) < 1e-9
    assert start.settle(seed=3).text == start.settle(seed=3).text
    chess = banyan.Game("chess").start().play("e2e4")
    assert banyan.Game("chess").parse(chess.text).text == chess.text
    assert banyan.Game("chess").start().perft(3) == 8902


def test_errors_say_what_is_allowed():
    with pytest.raises(ValueError, match="legal: 1 2 3 4 5 6 7"):
        banyan.Game("connect4").start().play("9")
    with pytest.raises(ValueError, match="connect4"):
        banyan.Game("conect4")
    with pytest.raises(ValueError, match="width"):
        banyan.Game("gomoku:widht=9")


def test_games_compare_and_pickle():
    game = banyan.Game("gomoku:width=9,height=9")
    assert pickle.loads(pickle.dumps(game)) == game == banyan.Game("gomoku:height=9,width=9")
    assert game.encoding["rows"] == 9 and game.title == "Gomoku"


def test_pictures():
    for name in banyan.games():
        state = banyan.Game(name).start().settle(seed=1)
        svg = state._repr_svg_()
        assert svg is None or svg.startswith("<svg") and svg.endswith("</svg>"), name
        assert state._repr_html_().startswith(("<svg", "<pre")), name
