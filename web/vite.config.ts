import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` serves the page by itself and passes the API on to a running `banyan serve`, which answers only
// those who call it by its own name.
const server = 'http://127.0.0.1:8420';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2021', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } } },
});
