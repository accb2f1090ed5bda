// A server that demands a token, with letters that mean something in addresses.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPage, startBrowser, startServer, until } from './world.mjs';

test('a token with + / = opens the page, and leaves the address bar', async () => {
  const token = 'ab+cd/ef==gh+ij/kl==';
  const folder = mkdtempSync(join(tmpdir(), 'banyan-token-'));
  writeFileSync(join(folder, 'token'), token);
  const server = await startServer(0, 'no-runs', undefined, ['--token-file', join(folder, 'token')]);
  const browser = await startBrowser();
  try {
    const plain = `${new URL(server.url).origin}/?token=${token}`;
    for (const address of [server.url, plain]) {
      const page = await openPage(browser, address);
      const begun = () => document.querySelector('.status')?.textContent !== undefined;
      await until(page, begun);
      assert.equal(await page.evaluate(() => location.search), '');
      await page.reload();
      await until(page, begun);
      assert.deepEqual(page.errors, []);
      await page.close();
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
