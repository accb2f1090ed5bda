// Writes the files of a folder as one C++ source: node embed.mjs FOLDER OUTPUT. The bytes themselves are taken
// in by the assembler (.incbin), which is quicker than any compiler; each file is there as it is and by gzip.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
};

const [folder, output] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true })
  .map((name) => String(name))
  .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('.gz'))
  .sort();

let blobs = '';
let table = '';
files.forEach((name, i) => {
  const content = readFileSync(join(folder, name));
  const zipped = gzipSync(content, { level: 9 });
  const zippedFile = resolve(folder, `${name}.gz`);
  writeFileSync(zippedFile, zipped);
  const blob = (label, path) =>
    `".global banyan_page_${label}\\nbanyan_page_${label}:\\n.incbin \\"${path}\\"\\n` +
    `.global banyan_page_${label}_end\\nbanyan_page_${label}_end:\\n"\n    `;
  blobs += blob(`${i}`, resolve(folder, name)) + blob(`${i}_gz`, zippedFile);
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const type = types[name.split('.').pop()] ?? 'application/octet-stream';
  const view = (label) => `{banyan_page_${label}, std::size_t(banyan_page_${label}_end - banyan_page_${label})}`;
  const short = zipped.length < content.length;
  table += `      {"/${name}", "${type}", ${view(i)}, ${short ? view(`${i}_gz`) : '{}'}, "\\"${version}\\"", ${name.startsWith('assets/')}},\n`;
});
const names = files.flatMap((_, i) => [`banyan_page_${i}`, `banyan_page_${i}_end`, `banyan_page_${i}_gz`, `banyan_page_${i}_gz_end`]);

writeFileSync(
  output,
  `// Made by embed.mjs: the page's files.
#include <cstddef>

#include <banyan/serve/page.hpp>

__asm__(".section .rodata\\n"
    ${blobs}".previous\\n");

extern "C" {
extern const char ${names.map((name) => `${name}[]`).join(', ')};
}

namespace banyan::serve {

std::span<const PageFile> page_files() {
  static const PageFile files[] = {
${table}  };
  return files;
}

}  // namespace banyan::serve
`,
);
const first = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
console.log(`the page: ${files.length} files, ${(first / 1000).toFixed(0)} kB by gzip`);
