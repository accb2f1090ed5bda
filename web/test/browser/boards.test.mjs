// Boards of all shapes, and moves by pointing at their cells.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadGame, madeMoves, openPage, startBrowser, startServer, until } from './world.mjs';

let server;
let browser;
let games;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
  games = (await (await fetch(`${server.url}api/v1/catalogue`)).json()).games;
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const cell = (page, name) => page.locator(`svg.board g[aria-label^="${name}:"]`);
const moves = (page) => page.locator('[aria-label=Moves] li button');
const shows = (page, title) => page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
const has = (name) => games.some((game) => game.name === name);

for (const width of [1280, 390]) {
  test(`every game with a board shows it, in its style, without an error, on ${width} pixels`, async () => {
    const page = await openPage(browser, server.url, { viewport: { width, height: 844 } });
    for (const game of games) {
      if (game.description.board === 'tiles') continue;
      await loadGame(page, `game ${game.name}`, ...Array(game.players).fill('seat human'), 'moves');
      await page.getByRole('heading', { name: game.description.title, level: 1, exact: true }).waitFor();
      const board = page.locator(`svg.board.${game.description.board}`);
      const cells = await board.locator('g[data-cell]').count();
      const unnamed = await board.locator('g[data-cell]:not([aria-label])').count();
      if (game.name !== 'pig') assert.ok(cells > 0, game.name);
      assert.equal(unnamed, 0, game.name);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game.name} fits the page`);
    }
    assert.deepEqual(page.errors, []);
  });
}

test('a piece moves by two clicks, by dragging, and by the keyboard', async (t) => {
  if (!has('breakthrough')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game breakthrough', 'seat human', 'seat human', 'moves');
  await page.locator('svg.board g[aria-label^="a2:"][aria-label*="can move"]').waitFor();
  await cell(page, 'a2').click();
  await page.locator('svg.board g[aria-label^="a3:"][aria-label*="go here"]').waitFor();
  await cell(page, 'a3').click();
  await madeMoves(page, 1);
  // Black by dragging.
  const [from, to] = await Promise.all(['h7', 'h6'].map((name) => cell(page, name).boundingBox()));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await madeMoves(page, 2);
  // White by the keyboard; Escape lets go of a piece.
  await cell(page, 'b2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('svg.board g[aria-pressed=true]').count(), 0);
  await page.keyboard.press('Enter');
  await page.locator('svg.board g[aria-pressed=true][aria-label^="b2:"]').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await madeMoves(page, 3);
  assert.match(await moves(page).nth(2).innerText(), /b2b3/);
  assert.deepEqual(page.errors, []);
});

test('a promotion is chosen', async (t) => {
  if (!has('chess')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game chess', 'seat human', 'seat human', 'position 7k/P7/8/8/8/8/8/K7 w - - 0 1', 'moves');
  await cell(page, 'a7').click();
  await cell(page, 'a8').click();
  const choice = page.getByRole('group', { name: 'Which move' });
  assert.equal(await choice.getByRole('button').count(), 5);
  await choice.getByRole('button', { name: /N/ }).click();
  await until(page, () => /N/.test(document.querySelector('[aria-label=Moves] li button')?.textContent ?? ''));
  assert.deepEqual(page.errors, []);
});

test('pieces of xiangqi are characters in the colour of their side, and move by two clicks', async (t) => {
  if (!has('xiangqi')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game xiangqi', 'seat human', 'seat human', 'moves');
  await shows(page, 'Xiangqi');
  const fills = await page.locator('svg.board text.character').evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
  assert.equal(fills.length, 32);
  assert.deepEqual([...new Set(fills)].sort(), ['rgb(179, 38, 30)', 'rgb(34, 34, 34)']);
  await cell(page, 'h2').click();
  await cell(page, 'e2').click();
  await madeMoves(page, 1);
  assert.match(await moves(page).first().innerText(), /h2e2/);
  assert.deepEqual(page.errors, []);
});

test('an amazon moves and shoots by three clicks', async (t) => {
  if (!has('amazons')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game amazons:size=6', 'seat human', 'seat human', 'moves');
  await shows(page, 'Amazons');
  for (const name of ['b1', 'b4', 'e4']) await cell(page, name).click();
  await madeMoves(page, 1);
  assert.match(await moves(page).first().innerText(), /b1-b4\/e4/);
  assert.deepEqual(page.errors, []);
});

test('the letters and numbers of a hexagon stand beside its cells', async (t) => {
  if (!has('havannah')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game havannah:size=4', 'seat human', 'seat human', 'moves');
  await shows(page, 'Havannah');
  await until(page, () => document.querySelectorAll('svg.board g[data-cell]').length === 37);
  const boxOf = (place) => place.evaluate((node) => (({ x, y, width, height }) => [x + width / 2, y + height / 2, width])(node.getBoundingClientRect()));
  const label = (text) => page.locator('svg.board text.label').filter({ hasText: new RegExp(`^${text}$`) });
  for (const [text, first] of [['a', 'a1'], ['d', 'd1'], ['g', 'g4'], ['1', 'a1'], ['7', 'd7']]) {
    const [x, y] = await boxOf(label(text));
    const [cellX, cellY, width] = await boxOf(cell(page, first).locator('.touch'));
    assert.ok(Math.hypot(x - cellX, y - cellY) < 1.2 * width, `${text} is beside ${first}`);
  }
  assert.deepEqual(page.errors, []);
});

test('a chain of jumps is made square by square, or by its end', async (t) => {
  if (!has('checkers')) return t.skip('no such game in this program');
  for (const squares of [['22', '15', '8'], ['22', '8']]) {
    const page = await openPage(browser, server.url);
    await loadGame(page, 'game checkers', 'seat human', 'seat human', 'position W:W22,32:B18,11,1', 'moves');
    await shows(page, 'Checkers (English draughts)');
    for (const square of squares) {
      assert.equal(await moves(page).count(), 0);
      await cell(page, square).click();
    }
    await madeMoves(page, 1);
    assert.match(await moves(page).first().innerText(), /22x15x8/);
    assert.deepEqual(page.errors, []);
  }
});

test('checkers of backgammon move one after the other, or one of them by both dice', async (t) => {
  if (!has('backgammon')) return t.skip('no such game in this program');
  for (const [points, written] of [[['8', '4', '6', '5'], /8\/4,6\/5/], [['13', '8'], /13\/8/]]) {
    const page = await openPage(browser, server.url);
    await loadGame(page, 'game backgammon', 'seat human', 'seat human', 'moves', '=41');
    await shows(page, 'Backgammon');
    await madeMoves(page, 1);
    for (const point of points) await cell(page, point).click();
    await madeMoves(page, 2);
    assert.match(await moves(page).nth(1).innerText(), written);
    assert.deepEqual(page.errors, []);
  }
});

test('a line between dots is drawn by a click', async (t) => {
  if (!has('dots-and-boxes')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game dots-and-boxes:width=2,height=2', 'seat human', 'seat human', 'moves', 'a1-b1', 'a2-b2', 'a1-a2');
  await shows(page, 'Dots and boxes');
  await madeMoves(page, 3);
  await page.locator('svg.board g[data-move="b1-b2"] .touch').click();
  await madeMoves(page, 4);
  // Who closes a box moves again.
  await page.getByText('Blue to move').waitFor();
  assert.deepEqual(page.errors, []);
});

test('a peg of Chinese checkers moves by two clicks', async (t) => {
  if (!has('chinese-checkers')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game chinese-checkers:size=1', 'seat human', 'seat human', 'moves');
  await shows(page, 'Chinese checkers');
  await cell(page, 'a1').click();
  await cell(page, 'b2').click();
  await madeMoves(page, 1);
  assert.match(await moves(page).first().innerText(), /a1-b2/);
  assert.deepEqual(page.errors, []);
});

test('a pit of Kalah is sown by a click, and who ends in the store moves again', async (t) => {
  if (!has('kalah')) return t.skip('no such game in this program');
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game kalah', 'seat human', 'seat human', 'moves');
  await shows(page, 'Kalah');
  await cell(page, 'South 3').click();
  await madeMoves(page, 1);
  await page.getByText('South to move').waitFor();
  await cell(page, 'South 1').click();
  await madeMoves(page, 2);
  await page.getByText('North to move').waitFor();
  assert.deepEqual(page.errors, []);
});
