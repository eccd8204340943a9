// Measures what a browser loads for each page of the console, compressed, and fails over the targets of the product: 60 kB for
// each page that needs no session, in total, and 250 kB of JavaScript for the console's first page. Run it after `nx build ui`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, brotliCompressSync, gzipSync } from 'node:zlib';
import { root } from './checkout.mjs';
import { Modules, PUBLIC_PAGES } from './public-pages.mjs';

const build = join(root, 'dist/apps/ui');
const kilobyte = 1000;

const targets = [
  ...Object.keys(PUBLIC_PAGES).map((page) => ({
    what: page,
    part: 'public',
    page,
    thenLoads: [],
    counts: /./,
    limit: 60 * kilobyte,
  })),
  {
    what: 'console, first page',
    part: 'console',
    page: 'index.html',
    // A user loads one of the two home pages; both are counted.
    thenLoads: ['apps/ui/src/app/home/administrator-home.ts', 'apps/ui/src/app/home/member-home.ts'],
    counts: /\.js$/,
    limit: 250 * kilobyte,
  },
];

const compress = {
  gzip: (content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
  brotli: (content) =>
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
};

/** The files a page names itself, what those import before they run, and what is loaded on its own afterwards. */
async function filesOf({ part, page, thenLoads }) {
  const modules = await Modules.read(join(build, part, 'stats.json'));
  const html = readFileSync(join(build, 'browser', page), 'utf8');
  const named = [...html.matchAll(/(?:href|src)="([^"/][^"]*)"/g)].map(([, file]) => file);
  const loaded = thenLoads.map((source) => modules.beginningWith(source));
  return [page, ...modules.withImports([...named, ...loaded])];
}

for (const target of targets) {
  const contents = (await filesOf(target))
    .filter((file) => target.counts.test(file))
    .map((file) => readFileSync(join(build, 'browser', file)));
  const size = (method) => contents.reduce((sum, content) => sum + compress[method](content).length, 0);
  // The limit applies to gzip, the larger of the two encodings, which every browser and front end supports.
  const over = size('gzip') > target.limit;
  if (over) process.exitCode = 1;
  const figures = Object.keys(compress).map(
    (method) => `${method} ${(size(method) / kilobyte).toFixed(1)} kB`,
  );
  console.log(
    `${over ? 'OVER' : 'ok'}: ${target.what}, ${contents.length} files, ${figures.join(', ')}; target ${target.limit / kilobyte} kB`,
  );
}
