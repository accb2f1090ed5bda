// Journeys of a careful visitor of Play: what is shown is true, and nothing is lost without a word.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beginGame, loadGame, loadGameAtOnce, madeMoves, newGame, openPage, startBrowser, startServer, until } from './world.mjs';

let server;
let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const status = (page) => page.locator('.status');
const says = (page, text) => status(page).filter({ hasText: text }).waitFor();
const cell = (page, move) => page.locator(`svg.board g[role=button][data-move="${move}"]`);
const moves = (page) => page.locator('[aria-label=Moves] li button');
const why = '[aria-labelledby=why-title]';

test('with a network opponent the Why table stays in its card, however wide the page', async () => {
  const assertFits = async (page, width) => {
    await page.setViewportSize({ width, height: 900 });
    const [beyondPage, beyondCard] = await page.evaluate((card) => {
      const root = document.documentElement;
      const right = (selector) => document.querySelector(selector).getBoundingClientRect().right;
      return [root.scrollWidth - root.clientWidth, right(`${card} table`) - right(card)];
    }, why);
    assert.ok(beyondPage <= 0, `at ${width} the page scrolls by ${beyondPage}`);
    assert.ok(beyondCard <= 0, `at ${width} the table is ${beyondCard} beyond its card`);
  };
  // Red has three on top of each other, and plays the fourth: a proven win.
  const won = await openPage(browser, server.url);
  await loadGame(won, 'game connect4', 'seat human', 'seat puct:sims=60', 'moves', '1 4 1 4 2 4 2');
  await says(won, 'Red wins');
  await won.locator(`${why} .proven.win`).first().waitFor();
  for (const width of [360, 390, 430, 870, 1024, 1400]) await assertFits(won, width);
  const open = await openPage(browser, server.url);
  await loadGame(open, 'game gomoku:width=8,height=8,line=5', 'seat human', 'seat puct:sims=60', 'moves', 'd4');
  await madeMoves(open, 2);
  await open.locator(`${why} tr.best`).waitFor();
  for (const width of [360, 430, 1024, 1400]) await assertFits(open, width);
  assert.deepEqual([...won.errors, ...open.errors], []);
});

test('the list of moves follows the game', async () => {
  const page = await openPage(browser, server.url);
  const turns = Array.from({ length: 123 }, (_, i) => `${1 + (i % 2)}-1`);
  await loadGame(page, 'game nim:heaps=63/63/1', 'moves', turns.join(' '));
  await madeMoves(page, 123);
  const inView = (ply) =>
    until(page, (n) => {
      const list = document.querySelector('ol[aria-label=Moves]').getBoundingClientRect();
      const move = document.querySelector(`[data-ply="${n}"]`).getBoundingClientRect();
      return move.top >= list.top && move.bottom <= list.bottom;
    }, ply, 3);
  await inView(123);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'One move on' }).click();
  await inView(1);
});

test('what was proven before a search began is shown as proven: the winning move first', async () => {
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game nim', 'seat human', 'seat uct:sims=2000', 'seed 3', 'moves', '');
  await until(page, () => /heaps|Nim/.test(document.querySelector('h1').textContent));
  await cell(page, '1-1').click();
  await madeMoves(page, 2);
  await cell(page, '2-3').click();
  await madeMoves(page, 4);
  await page.locator(`${why} tr.best`).waitFor();
  const found = await page.evaluate((card) => {
    const text = document.querySelector(`${card} .head`).textContent;
    const rows = [...document.querySelectorAll(`${card} tbody tr`)].map((row) => {
      const box = (kind) => row.querySelector(`.wide .${kind}`)?.getBBox();
      const [interval, mean] = [box('interval'), box('mean')];
      const middle = mean && mean.x + mean.width / 2;
      return { best: row.classList.contains('best'), badge: row.querySelector('.proven')?.textContent, outside: !!interval && !!mean && (middle < interval.x - 1 || middle > interval.x + interval.width + 1) };
    });
    return { text, rows };
  }, why);
  assert.doesNotMatch(found.text, /\b0 simulations/);
  assert.match(found.text, /before/);
  assert.ok(found.rows.length > 2);
  assert.ok(found.rows[0].best);
  assert.equal(found.rows[0].badge, 'win');
  assert.deepEqual(found.rows.filter((row) => row.outside), []);
  assert.deepEqual(page.errors, []);
});

test('why a move was made is still there after a reload', async () => {
  const page = await openPage(browser, server.url);
  await newGame(page, 'Tic-tac-toe', 'human', 'uct:sims=200');
  await cell(page, 'b2').click();
  await madeMoves(page, 2);
  const title = await page.locator('#why-title').innerText();
  assert.match(title, /^Why O played/);
  await page.reload();
  await madeMoves(page, 2);
  await page.getByRole('heading', { name: title }).waitFor();
  await page.locator(`${why} tr.best`).waitFor();
  assert.deepEqual(page.errors, []);
});

test('two tabs on one game play the same game, and tabs on two games keep both', async () => {
  const first = await openPage(browser, server.url);
  await newGame(first, 'Tic-tac-toe', 'human', 'human');
  await cell(first, 'b2').click();
  await madeMoves(first, 1);
  await first.waitForTimeout(1200); // the browser remembers the game
  const second = await first.context().newPage();
  await second.goto(server.url);
  await madeMoves(second, 1);
  await cell(second, 'a1').click();
  await madeMoves(first, 2);
  await cell(first, 'a3').click();
  await madeMoves(second, 3);
  // The second tab turns to another game: both stay.
  await beginGame(second, 'Nim', 'human', 'human');
  await second.getByRole('button', { name: 'Give it up' }).click();
  await second.getByRole('heading', { name: 'Nim' }).waitFor();
  await cell(second, '1-1').click();
  await madeMoves(second, 1);
  assert.equal(await first.locator('h1').innerText(), 'Tic-tac-toe');
  for (const [page, count] of [[first, 3], [second, 1]]) {
    await page.reload();
    await madeMoves(page, count);
    assert.equal(await moves(page).count(), count);
  }
  assert.deepEqual(first.errors, []);
});

test('two tabs are at one table again after the server was started anew', async () => {
  const own = await startServer();
  const first = await openPage(browser, own.url);
  await newGame(first, 'Tic-tac-toe', 'human', 'human');
  await cell(first, 'b2').click();
  await madeMoves(first, 1);
  await first.waitForTimeout(1200);
  const second = await first.context().newPage();
  await second.goto(own.url);
  await madeMoves(second, 1);
  await own.stop();
  for (const page of [first, second]) await says(page, 'Waiting for the connection');
  const again = await startServer(own.port);
  for (const page of [first, second]) await says(page, 'O to move');
  await cell(first, 'a1').click();
  await madeMoves(second, 2);
  await again.stop();
});

test('nobody is said to be thinking while the server is gone', async () => {
  const own = await startServer();
  const page = await openPage(browser, own.url);
  await newGame(page, 'Connect Four', 'human', 'uct:time=5s');
  await cell(page, '4').click();
  await says(page, 'Red is thinking');
  await own.stop();
  await page.getByText('The connection is lost').waitFor();
  await says(page, 'Waiting for the connection');
  assert.equal(await page.locator('.status.thinking').count(), 0);
});

test('paused agents are said to be paused', async () => {
  const page = await openPage(browser, server.url);
  await newGame(page, 'Tic-tac-toe', 'uct:sims=200', 'uct:sims=200');
  await madeMoves(page, 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await says(page, /^Paused: [XO] to move$/);
});

test('an error counts seats as people do', async () => {
  const page = await openPage(browser, server.url);
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByRole('combobox', { name: 'Second', exact: true }).selectOption('own');
  await dialog.getByRole('textbox', { name: 'sims' }).fill('none');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'seat 2 of 2' }).waitFor();
});

test('views have addresses and titles', async () => {
  const page = await openPage(browser, server.url);
  const titled = (title) => until(page, (text) => document.title === text, title, 5);
  await titled('Connect Four – Banyan');
  const titles = { tree: 'Tree of Connect Four', 2048: '2048', laboratory: 'Laboratory', training: 'Training', play: 'Connect Four' };
  for (const [view, title] of Object.entries(titles)) {
    await page.goto(`${new URL(server.url).origin}/${view}`);
    await titled(`${title} – Banyan`);
    assert.equal(new URL(page.url()).hash, `#/${view}`);
  }
  assert.deepEqual(page.errors, []);
  await page.goto(`${new URL(server.url).origin}/nowhere`);
  await page.getByRole('link', { name: 'Tree' }).click();
  await page.getByRole('heading', { name: 'The tree' }).waitFor();
});

test('points are counted once', async () => {
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game twenty48:goal=8', 'moves', 'a1=2 b1=2 left b1=4 left');
  await says(page, 'The game is over with 12 points');
});

test('a running game is not lost without a question', async () => {
  const page = await openPage(browser, server.url);
  await newGame(page, 'Tic-tac-toe', 'human', 'human');
  await cell(page, 'b2').click();
  await madeMoves(page, 1);
  await beginGame(page, 'Nim', 'human', 'human');
  await page.getByRole('button', { name: 'Keep playing' }).click();
  assert.equal(await page.locator('h1').innerText(), 'Tic-tac-toe');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Give it up' }).click();
  await page.getByRole('heading', { name: 'Nim', exact: true }).waitFor();
  await page.getByText('The player who takes the last stick wins.', { exact: true }).waitFor();
  await cell(page, '1-1').click();
  await madeMoves(page, 1);
  await loadGame(page, 'game nim:misere=true', 'moves', '');
  await page.getByRole('button', { name: 'Give it up' }).click();
  await page.getByText('The player who takes the last stick loses.', { exact: true }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('a game that is loaded while the page still sets its table up stays', async () => {
  const page = await openPage(browser, server.url, {}, `
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      if (!window.late && /"do":"new"/.test(text)) {
        window.late = true;
        setTimeout(() => send.call(this, text), 500);
      } else send.call(this, text);
    };`);
  await until(page, () => window.late);
  await loadGameAtOnce(page, 'game tictactoe', 'moves', 'b2 a1 c3 a3');
  await madeMoves(page, 4);
  await page.waitForTimeout(1000);
  await cell(page, 'a2').click();
  await madeMoves(page, 5);
  assert.deepEqual(page.errors, []);
});

test('one goes on from an earlier position, and a forced pass is explained', async () => {
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game tictactoe', 'moves', 'b2 a1 c3 a3');
  await madeMoves(page, 4);
  await moves(page).nth(1).click();
  await says(page, 'Looking back at move 2');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await says(page, 'X to move');
  await cell(page, 'a3').click();
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 3);
  await loadGame(page, 'game othello', 'moves', 'f5 f6 c4 g5 h5 h4 g7 h6');
  await page.getByRole('button', { name: 'Give it up' }).click();
  await page.locator('[data-test=pass]').filter({ hasText: /cannot turn over any disc: you have to pass/ }).waitFor();
  await page.getByRole('button', { name: 'pass', exact: true }).click();
  await page.locator('[data-test=pass]').filter({ hasText: /cannot turn over any disc and passed/ }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('where every move loses, the agent plays the one that loses last, or leaves the fewest ways to win', async () => {
  const positions = [
    ['a1 a2 b2', /^4 c3$/], // all others lose at once
    ['c2 b1 c1 a2 a3', /^6 (b2|c3)$/], // all lose at once, the others to two moves
  ];
  for (const [played, answer] of positions) {
    const page = await openPage(browser, server.url);
    await loadGame(page, 'game tictactoe', 'seat human', 'seat uct:sims=3000', 'seed 1', 'moves', played);
    const count = played.split(' ').length + 1;
    await madeMoves(page, count);
    assert.match((await moves(page).nth(count - 1).innerText()).replace(/\s+/g, ' '), answer);
  }
});
