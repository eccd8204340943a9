// Puts the builds of the console together in dist/apps/ui/browser, which the API serves under /ui, and lays a compressed
// copy next to every file that is sent unchanged. The pages are not among them: the API fills in its prefix and nonce.
//
// There are two builds because a bundler gives two entries of one build the same copy of the framework, with all that the
// larger one needs of it; the public pages would carry the console's part. docs/adr/0005 has the figures.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, brotliCompressSync, gzipSync } from 'node:zlib';
import { minify } from '@swc/core';
import { root } from './checkout.mjs';
import { Modules, PUBLIC_PAGES } from './public-pages.mjs';

const build = join(root, 'dist/apps/ui');
const target = join(build, 'browser');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
// Names carry a hash of the content, so that a name both builds have is the same file.
for (const part of ['console', 'public']) await cp(join(build, part, 'browser'), target, { recursive: true });
await makeSmaller(join(build, 'public/browser'));
await cp(join(build, 'console/3rdpartylicenses.txt'), join(target, '3rdpartylicenses.txt'));

// The build creates one page, whose script loads the one for the address. Here each page names its script itself, and
// its imports, so that the browser loads them concurrently.
const template = (await readFile(join(target, 'public.html'), 'utf8')).replace(
  /<link rel="modulepreload"[^>]*>/g,
  '',
);
await rm(join(target, 'public.html'));
const modules = await Modules.read(join(build, 'public/stats.json'));
const main = modules.beginningWith('apps/ui/src/main.public.ts');
for (const [page, source] of Object.entries(PUBLIC_PAGES)) {
  const script = modules.beginningWith(source);
  const preload = modules
    .withImports([script])
    .filter((file) => file !== script)
    .map((file) => `<link rel="modulepreload" href="${file}">`);
  if (!template.includes(`src="${main}"`)) throw new Error(`The page of the build does not load ${main}.`);
  const html = template
    .replace(`src="${main}"`, `src="${script}"`)
    .replace('</head>', `${preload.join('')}</head>`);
  await writeFile(join(target, page), html);
}

for (const page of ['index.html', ...Object.keys(PUBLIC_PAGES)]) {
  const file = join(target, page);
  // Regardless of the bundler's notation, the API expects this form.
  const html = (await readFile(file, 'utf8')).replace(/<base href="\/ui\/"\s*\/>/, '<base href="/ui/">');
  for (const filledIn of ['<html lang="en"', '<base href="/ui/">', '</head>', '{{nonce}}'])
    if (!html.includes(filledIn)) throw new Error(`${page} has no ${filledIn} for the API to fill in.`);
  await writeFile(file, html);
}

for (const file of await readdir(target)) {
  if (!/\.(js|css|svg)$/.test(file)) continue;
  const content = await readFile(join(target, file));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(join(target, `${file}.br`), brotliCompressSync(content, quality));
  await writeFile(join(target, `${file}.gz`), smallestGzip(content));
}

/**
 * Minifies the scripts of a build again, with more passes than its bundler has: the framework of the public pages is 2.8 kB smaller,
 * compressed. Their names depend on the content before, of which this one is a function.
 *
 * @param {string} folder
 */
async function makeSmaller(folder) {
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.js')) continue;
    const { code } = await minify(await readFile(join(folder, file), 'utf8'), {
      module: true,
      ecma: 2022,
      compress: { passes: 3 },
      mangle: true,
      format: { comments: false },
    });
    await writeFile(join(target, file), code);
  }
}

/** How much memory gives the smallest result depends on the content. @param {Buffer} content */
function smallestGzip(content) {
  const level = constants.Z_BEST_COMPRESSION;
  const results = [6, 7, 8, 9].map((memLevel) => gzipSync(content, { level, memLevel }));
  return results.reduce((smallest, one) => (one.length < smallest.length ? one : smallest));
}
