"""Functions in Python that guide the search."""

import gc
import threading
import time
import traceback
import weakref

import numpy
import pytest

import banyan

START = banyan.Game("connect4").start()


def plain(planes):
    return numpy.zeros(len(planes), dtype=numpy.float32)


def test_planes_and_scores():
    seen = []

    def centre(planes):
        assert planes.dtype == numpy.float32 and planes.shape[1:] == (4, 6, 7) and not planes.flags.owndata
        seen.append(planes.copy())
        scores = numpy.zeros((len(planes), 6, 7), dtype=numpy.float32)  # of the cell where a stone lands
        scores[:, :, 3] = 5
        return numpy.zeros(len(planes)), scores.reshape(len(planes), 42)

    result = banyan.search(START.play("1"), "puct:sims=64,symmetry=false", seed=1, evaluator=centre)
    assert result.best == "4" and result.moves["4"].prior == pytest.approx(numpy.exp(5) / (numpy.exp(5) + 6), rel=1e-3)
    root = seen[0][0]
    assert root[0].sum() == 0 and root[1].sum() == 1  # the other's stone alone


def test_leaves_and_trees_share_batches():
    def slow(planes):
        time.sleep(0.005)  # the others ask meanwhile, and are answered together
        return plain(planes)

    evaluator = banyan.Evaluator("connect4", slow)
    banyan.search(START, "puct:sims=400,leaves=16", seed=1, evaluator=evaluator)
    assert evaluator.largest_batch == 16
    banyan.search_many([START.play(move) for move in START.legal] * 4, "puct:sims=200,leaves=8", seed=1,
                       evaluator=evaluator)
    assert evaluator.largest_batch > 16 and evaluator.positions > 400


def test_values_guide_the_search():
    def like_left(planes):
        return numpy.tanh(planes[:, 0, :, 0].sum(axis=1) - planes[:, 1, :, 0].sum(axis=1))

    result = banyan.search(START, "puct:sims=400,symmetry=false,solver=false", seed=1, evaluator=like_left)
    assert result.best == "1"


def test_exceptions_come_out_as_they_are():
    class Mine(Exception):
        pass

    def failing(planes):
        raise Mine("from the evaluator")

    for spec in ("puct:sims=100", "puct:sims=100,threads=2", "puct:sims=100,leaves=8"):
        with pytest.raises(Mine, match="from the evaluator"):
            banyan.search(START, spec, seed=1, evaluator=failing)
    with pytest.raises(Mine):
        banyan.search_many([START] * 5, "puct:sims=100", seed=1, evaluator=failing)


class Mine(Exception):
    pass


class Fickle:
    """An evaluator that fails while `fails` is set."""

    def __init__(self, game="connect4", fails=True):
        self.fails = fails
        self.evaluator = banyan.Evaluator(game, self.evaluate)

    def evaluate(self, planes):
        if self.fails:
            raise Mine("from the evaluator")
        return numpy.zeros(len(planes))


CALLS = {
    "search": lambda own: banyan.search(START, "puct:sims=40", seed=1, evaluator=own.evaluator),
    "a spec": lambda own: banyan.search(START, own.evaluator.spec("puct:sims=40"), seed=1),
    "search_many": lambda own: banyan.search_many([START] * 5, "puct:sims=40", seed=1, evaluator=own.evaluator),
    "match": lambda own: banyan.match("connect4", [own.evaluator.spec("puct:sims=40"), "random"], games=2, seed=1),
    "self_play": lambda own: banyan.self_play(own.evaluator, games=2, settings="sims=20,fast_sims=8", seed=1),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_failure_belongs_to_its_call(call):
    own = Fickle()
    for _ in range(2):
        with pytest.raises(Mine, match="from the evaluator") as caught:
            CALLS[call](own)
        assert "evaluate" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    for other in CALLS.values():
        own.fails = False
        assert other(own)
        own.fails = True
        with pytest.raises(Mine):
            CALLS[call](own)
    assert banyan.search(START, "uct:sims=40", seed=1).simulations == 40


def test_an_agent_goes_on_after_a_failure():
    own = Fickle(fails=False)
    agent = banyan.Agent("connect4", own.evaluator.spec("puct:sims=40"), seed=1)
    assert agent.choose(START).best
    own.fails = True
    for _ in range(2):
        with pytest.raises(Mine):
            agent.choose(START.play("1"))
    own.fails = False
    assert agent.choose(START.play("1")).simulations == 40


def test_a_failure_leaves_other_threads_alone():
    """One function, asked by two threads: it fails on boards with ten stones, which one of them alone sees."""
    failed = []

    def fails_on_stones(planes):
        if planes[:, :2].sum(axis=(1, 2, 3)).max() >= 10:
            raise Mine("ten stones")
        return numpy.zeros(len(planes))

    evaluator = banyan.Evaluator("connect4", fails_on_stones, batch=1)  # each is asked about alone
    full = START.play(*"4444441177")

    def work():
        for seed in range(20):
            with pytest.raises(Mine):
                banyan.search(full, "puct:sims=20", seed=seed, evaluator=evaluator)
            failed.append(seed)

    thread = threading.Thread(target=work)
    thread.start()
    while len(failed) < 20 and thread.is_alive():
        assert banyan.search(START, "puct:sims=60", seed=1, evaluator=evaluator).simulations == 60
    thread.join()
    assert len(failed) == 20


def test_an_evaluator_is_for_planes_of_its_size():
    evaluator = banyan.Evaluator("tictactoe", plain)
    with pytest.raises(ValueError, match="another size"):
        banyan.match("connect4", [evaluator.spec("puct:sims=5"), "random"], games=2)
    with pytest.raises(ValueError, match="another size"):
        banyan.Agent("connect4", evaluator.spec("puct:sims=5"))


@pytest.mark.parametrize("keeps", ["nothing", "an agent"])
def test_a_model_that_refers_to_its_evaluator_is_collected(keeps):
    own = Fickle(fails=False)
    banyan.search(START, "puct:sims=20", seed=1, evaluator=own.evaluator)
    if keeps == "an agent":
        own.agent = banyan.Agent("connect4", own.evaluator.spec("puct:sims=20"), seed=1)
        own.agent.choose(START)
    model = weakref.ref(own)
    del own
    gc.collect()
    assert model() is None


def test_agents_keep_their_evaluators():
    evaluator = banyan.Evaluator("connect4", plain)
    spec = evaluator.spec("puct:sims=20")
    agent = banyan.Agent("connect4", spec, seed=1)
    del evaluator
    gc.collect()
    assert agent.choose(START).simulations == 20
    del agent
    gc.collect()
    with pytest.raises(ValueError, match="evaluator held:.* is gone"):
        banyan.search(START, spec)


@pytest.mark.parametrize("answer, words", [
    (lambda n: numpy.zeros(n + 1), "values of shape"), (lambda n: (numpy.zeros(n), numpy.zeros((n, 3))), "scores of moves"),
    (lambda n: (numpy.zeros(n),) * 4, "4 arrays"), (lambda n: numpy.full(n, 3.0), "expects"),
    (lambda n: numpy.full(n, numpy.nan), "expects")])
def test_wrong_answers(answer, words):
    with pytest.raises(ValueError, match=words):
        banyan.search(START, "puct:sims=50", seed=1, evaluator=lambda planes: answer(len(planes)))


def test_where_none_fits():
    with pytest.raises(ValueError, match="guides the agent puct"):
        banyan.search(START, "uct:sims=50", evaluator=plain)
    with pytest.raises(ValueError, match="no encoding"):
        banyan.Evaluator("pig", plain)
    with pytest.raises(ValueError, match="is for connect4"):
        banyan.search(banyan.Game("tictactoe").start(), "puct:sims=5", evaluator=banyan.Evaluator("connect4", plain))


def test_a_kept_batch_stays_as_it_was():
    kept = []

    def keeping(planes):
        kept.append((planes, planes.copy()))
        return numpy.zeros(len(planes))

    banyan.search(START, "puct:sims=100,leaves=4", seed=1, evaluator=keeping)
    assert len(kept) > 10 and all(numpy.array_equal(planes, copy) for planes, copy in kept)


def test_a_match_and_self_play():
    evaluator = banyan.Evaluator("tictactoe", plain)
    match = banyan.match("tictactoe", [evaluator.spec("puct:sims=200"), "random"], games=8, seed=1)
    assert match.agents[0]["losses"] <= match.agents[0]["wins"]
    samples = banyan.self_play(evaluator, games=6, settings="sims=40,full_share=1", seed=1)
    positions = len(samples.value)
    assert len(samples.games) == 6 and samples.planes.shape[::2] == (positions, 3)
    assert samples.policy.shape == (positions, 9) and positions > 6
    assert numpy.allclose(samples.policy.sum(axis=1), 1, atol=1e-3)
    assert set(numpy.unique(samples.planes)) <= {0.0, 1.0} and abs(samples.value).max() <= 1
