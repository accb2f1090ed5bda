// What is seen and heard of the page: marks that stand out, cells that have names, a tree that fits, numbers that can be
// read off.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { loadGame, madeMoves, newGame, openPage, startBrowser, startServer, until } from './world.mjs';

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

const cell = (page, number) => page.locator(`svg.board g[data-cell="${number}"]`);
const treeNodes = 'svg[aria-label="Search tree"] g[aria-expanded]';

// How much of a mark stands out by 3:1 or more from what lies below it: the cell is pictured with the mark and without.
async function visibleShare(page, place, marks) {
  const shoot = async () => (await place.screenshot({ animations: 'disabled' })).toString('base64');
  const show = (visibility) => page.evaluate(([all, how]) => document.querySelectorAll(all).forEach((each) => (each.style.visibility = how)), [marks, visibility]);
  const marked = await shoot();
  await show('hidden');
  const bare = await shoot();
  await show('');
  return page.evaluate(async (pictures) => {
    const [one, other] = await Promise.all(
      pictures.map(async (picture) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
    const light = (data, i) => 0.2126 * linear(data[i]) + 0.7152 * linear(data[i + 1]) + 0.0722 * linear(data[i + 2]);
    let [changed, seen] = [0, 0];
    for (let i = 0; i < one.length; i += 4) {
      if (Math.abs(one[i] - other[i]) + Math.abs(one[i + 1] - other[i + 1]) + Math.abs(one[i + 2] - other[i + 2]) < 6) continue;
      const [a, b] = [light(one, i), light(other, i)];
      changed += 1;
      if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) seen += 1;
    }
    return changed > 20 ? seen / changed : 0;
  }, [marked, bare]);
}

const boards = [
  { game: 'connect4', moves: ['4', '4'], focus: '4' },
  { game: 'gomoku:width=6,height=6,line=4', moves: ['c3', 'd4'], focus: 'a1' },
  { game: 'othello', moves: ['d3', 'c3'], focus: 'b3' },
  { game: 'tictactoe', moves: ['b2', 'a1'], focus: 'c3' },
];
for (const colorScheme of ['light', 'dark'])
  test(`last moves and the focus stand out by 3:1 on every board, ${colorScheme}`, async () => {
    for (const { game, moves, focus } of boards) {
      const page = await openPage(browser, server.url, { colorScheme }, "localStorage.setItem('banyan.heat', 'off')");
      await page.waitForSelector('svg.board');
      await loadGame(page, `game ${game}`, 'moves', moves.join(' '));
      await madeMoves(page, moves.length);
      let marked;
      for (const back of [0, 1]) {
        if (back) await page.getByRole('button', { name: 'One move back' }).click();
        const last = page.locator('svg.board g[data-cell]', { has: page.locator('circle.last') }).first();
        const before = marked;
        await until(page, (cell) => document.querySelector('svg.board g[data-cell]:has(circle.last)')?.dataset.cell !== cell, before);
        marked = await last.getAttribute('data-cell');
        const share = await visibleShare(page, last, 'circle.last');
        assert.ok(share > 0.3, `${game}, the last move of player ${back ? 1 : 2}: ${share}`);
      }
      await page.getByRole('button', { name: 'To the present', exact: true }).click();
      await page.getByRole('button', { name: 'New game' }).focus();
      await page.keyboard.press('Tab');
      await page.evaluate((move) => document.querySelector(`svg.board g[role=button][data-move="${move}"]`).focus(), focus);
      const share = await visibleShare(page, page.locator('svg.board g:focus'), 'svg.board g:focus .ring');
      assert.ok(share > 0.3, `${game}, the focus: ${share}`);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
    const page = await openPage(browser, server.url, { colorScheme });
    await loadGame(page, 'game nim', 'moves', '');
    await page.waitForSelector('svg.board .stick');
    const share = await visibleShare(page, cell(page, 0), '.stick');
    assert.ok(share > 0.8, `sticks: ${share}`);
  });

// The browser's own accessibility tree of the board: role and name of each node.
async function boardTree(page, name) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const board = nodes.find((node) => node.role?.value === 'group' && node.name?.value === name);
  const found = [];
  const walk = (id) => {
    const node = byId.get(id);
    if (!node.ignored && ['button', 'image', 'img'].includes(node.role?.value)) found.push(`${node.role.value === 'button' ? 'button' : 'image'} ${node.name?.value}`);
    else (node.childIds ?? []).forEach(walk);
  };
  walk(board.nodeId);
  return found;
}

test('a screen reader learns the position of Connect Four and hears the moves', async () => {
  const page = await openPage(browser, server.url);
  await loadGame(page, 'game connect4', 'moves', '4 4 3');
  await madeMoves(page, 3);
  const cells = await boardTree(page, 'Connect Four board');
  assert.equal(cells.length, 42);
  const expected = [];
  for (let row = 6; row >= 1; --row)
    for (let column = 1; column <= 7; ++column) {
      const place = `column ${column}, row ${row}`;
      const stands = { '4,1': 'Yellow', '4,2': 'Red', '3,1': 'Yellow, last move' }[`${column},${row}`];
      const lowest = { 4: 3, 3: 2 }[column] ?? 1;
      expected.push(row === lowest ? `button ${place}: empty, play ${column}` : `image ${place}: ${stands ?? 'empty'}`);
    }
  assert.deepEqual(cells, expected);
  // Who can't see the board hears what the other side did.
  const said = page.locator('[aria-live=polite][data-test=said]');
  await loadGame(page, 'game connect4', 'seat human', 'seat uct:sims=200', 'moves', '');
  await page.getByRole('button', { name: 'Give it up' }).click();
  await until(page, () => /Your move as Yellow/.test(document.querySelector('.status').textContent));
  await page.locator('svg.board g[role=button][data-move="4"]').click();
  await said.filter({ hasText: /^Red played [1-7]$/ }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('every cell of every board has a name', async () => {
  const page = await openPage(browser, server.url);
  const nameless = () =>
    page.evaluate(() => [...document.querySelectorAll('svg.board g[data-cell]')].filter((each) => each.getAttribute('aria-hidden') !== 'true' && !each.getAttribute('aria-label')).length);
  for (const [game, cells] of [['Tic-tac-toe', 9], ['Othello', 64], ['Gomoku', 225], ['Nim', 12]]) {
    await newGame(page, game, 'human', 'human');
    await page.getByRole('heading', { name: game, exact: true }).waitFor();
    assert.equal(await nameless(), 0, game);
    assert.equal((await boardTree(page, `${game} board`)).length, cells, game);
  }
});

test('a tree fits, labels keep apart, and a simulation can be hurried', async () => {
  const page = await openPage(browser, `${server.url}#/tree`);
  const simulations = (text) => page.locator('.about p').filter({ hasText: text }).waitFor();
  await page.waitForSelector(treeNodes);
  await page.getByRole('button', { name: 'One simulation' }).click();
  await page.getByRole('button', { name: 'Skip to its end' }).click();
  await simulations(/^1 simulation\./);
  await page.getByRole('button', { name: '+ 10000', exact: true }).or(page.getByRole('button', { name: '+ 10 k', exact: true })).click();
  await simulations(/^10 k simulations\.|^10001 simulations\./);
  for (let i = 0; i < 5; ++i) {
    const before = await page.locator(treeNodes).count();
    await page.locator(treeNodes).nth(i + 1).click();
    await until(page, ([nodes, n]) => document.querySelectorAll(nodes).length > n, [treeNodes, before]);
  }
  await page.getByRole('button', { name: 'Fit' }).click();
  await until(page, () => {
    const frame = document.querySelector('svg[aria-label="Search tree"]').parentElement;
    return frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight;
  }, null, 3);
  // One simulation through a big tree, with its result at the end of its path.
  const begun = Date.now();
  await page.getByRole('combobox', { name: 'shown' }).selectOption('fast');
  await page.getByRole('button', { name: 'One simulation' }).click();
  await page.locator('text.result').waitFor();
  const overprinted = await page.evaluate((nodes) => {
    const labels = [...document.querySelectorAll(`${nodes} text, text.result`)].map((each) => ({ box: each.getBoundingClientRect(), node: each.closest('g'), text: each.textContent }));
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    return labels.flatMap((a, i) => labels.slice(i + 1).filter((b) => (a.node !== b.node || b.text === '') && meet(a.box, b.box)).map((b) => `${a.text} / ${b.text}`));
  }, treeNodes);
  assert.deepEqual(overprinted, []);
  await page.getByRole('button', { name: 'One simulation' }).waitFor();
  assert.ok(Date.now() - begun < 8000, 'fast is fast, however deep');
  assert.deepEqual(page.errors, []);
});

test('values that hardly differ look alike', async () => {
  const page = await openPage(browser, `${server.url}#/2048`);
  await until(page, () => Number(document.querySelector('[data-test=moves]')?.textContent) >= 2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('tr.best').waitFor();
  const [values, places] = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('[aria-label="Why this move"] tbody tr')];
    const value = (row) => Number(row.querySelector('td.right').textContent);
    const place = (row) => row.querySelector('.wide .mean').getBBox().x;
    return [rows.map(value), rows.map(place)];
  });
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const most = (100 * (high - low)) / (0.05 * high);
  assert.ok(high > 1000 && high - low < 0.04 * high, `the values are ${values}`);
  const spread = Math.max(...places) - Math.min(...places);
  assert.ok(spread <= most + 3, `${values} are ${spread} apart, of at most ${most}`);
});

test('charts show their values where the pointer is, and a seventh rule drops none', async () => {
  const page = await openPage(browser, `${server.url}#/laboratory`);
  const rule = (name) => page.getByRole('button', { name, exact: true });
  const chosen = () => page.locator('.rules button[aria-pressed=true]').allInnerTexts();
  const offered = await page.locator('.rules button[aria-pressed=false]').allInnerTexts();
  for (const name of offered.slice(0, 3)) await rule(name).click();
  const before = await chosen();
  assert.equal(before.length, 6);
  await rule(offered[3]).click({ force: true }).catch(() => {});
  assert.deepEqual(await chosen(), before);
  await page.getByText('6 rules at most').waitFor();
  for (const name of offered.slice(0, 3)) await rule(name).click();
  await rule('Run').click();
  await page.locator('[data-test=experiment]').filter({ hasText: 'Done' }).waitFor();
  await page.locator('.u-over').hover({ position: { x: 200, y: 100 } });
  await page.locator('[data-test=hovered]').filter({ hasText: /pull \d+.*ucb1.*\d/s }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('without a training, the whole command that begins one is shown, as README.md has it', async () => {
  for (const width of [390, 1024]) {
    const page = await openPage(browser, `${server.url}#/training`, { viewport: { width, height: 800 } });
    const command = page.locator('pre');
    const text = (await command.innerText()).replace('no-runs/', 'runs/');
    if (process.env.README) assert.ok(readFileSync(process.env.README, 'utf8').includes(text), text);
    assert.ok(await command.evaluate((each) => each.scrollWidth <= each.clientWidth), `cut off at ${width}`);
  }
});
