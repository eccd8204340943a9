// Measures the engine for patterns that administrators write: how matching grows with the text, how long the largest patterns
// take to compile and to match, and what ordinary patterns cost compared with the regular expressions of JavaScript.
//
//   npm run build
//   node tools/bench/patterns.mjs [--runs 21]
//
// The patterns are those of libs/conformance/cases/pathological-patterns.yaml. Every figure is a median of the processor time of
// this process in microseconds, so that other work on the machine does not count.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { median } from './engine/timing.mjs';

const require = createRequire(import.meta.url);
const { patternEngine } = require('../../dist/libs/server/patterns/src/index.js');
const { MAX_PATTERN_SIZE, MAX_MATCHED_TEXT_LENGTH } = require('../../dist/libs/service-types/src/index.js');

const { values } = parseArgs({ options: { runs: { type: 'string', default: '21' } } });
const RUNS = Number(values.runs);

/** @param {() => unknown} work @param {number} times repetitions of one measurement, for work of less than a microsecond */
function microseconds(work, times = 1) {
  // Until it is compiled.
  const warm = performance.now() + 50;
  do work();
  while (performance.now() < warm);
  const taken = Array.from({ length: RUNS }, () => {
    const begun = process.cpuUsage();
    for (let index = 0; index < times; index++) work();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / times;
  });
  return median(taken);
}

const shown = (/** @type {number} */ value) =>
  value >= 10 ? Math.round(value) : Number(value.toPrecision(2));

/** @param {readonly (string | readonly [string, number])[]} parts */
const joined = (parts) =>
  parts.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('');

/** @param {string} source */
function compiled(source) {
  const pattern = patternEngine.compile(source, { ignoreCase: true });
  if ('expected' in pattern) throw new Error(`${source} is refused: expected ${pattern.expected}`);
  return pattern;
}

const CASES = new URL('../../libs/conformance/cases/pathological-patterns.yaml', import.meta.url);
const corpus = parse(readFileSync(CASES, 'utf8')).map((/** @type {any} */ one) => ({
  name: one.name,
  accepted: one.accepted,
  pattern: joined(one.pattern),
  text: joined(one.text),
}));

// The engine itself is compiled before the first figure.
for (const { accepted, pattern, text } of corpus)
  if (accepted) microseconds(() => compiled(pattern).matchWhole(text));

console.log('## Growth with the text: characters, microseconds, and their ratio to a quarter of the text');
for (const source of [
  '(a+)+$',
  '(a|aa)+$',
  '(.*)*x',
  '(\\w+\\s?)*$',
  '[ab]*a[ab]{200}',
  '(?:a*b*)*c'.repeat(20),
]) {
  const pattern = compiled(source);
  const cells = [];
  let before;
  for (const length of [16, 64, 256, 1_024]) {
    const text = `${'a'.repeat(length - 1)}!`;
    const taken = microseconds(() => pattern.matchWhole(text), 5);
    cells.push(
      `${length}: ${shown(taken)}${before === undefined ? '' : ` (×${(taken / before).toFixed(1)})`}`,
    );
    before = taken;
  }
  console.log(`${source.slice(0, 24).padEnd(24)} ${cells.join('   ')}`);
}

console.log('\n## The corpus: accepted patterns that take longest, to compile and to match their text');
const accepted = corpus
  .filter((/** @type {any} */ one) => one.accepted)
  .map((/** @type {any} */ one) => {
    const pattern = compiled(one.pattern);
    return {
      ...one,
      compile: microseconds(() => compiled(one.pattern)),
      match: microseconds(() => pattern.matchWhole(one.text)),
    };
  });
for (const by of /** @type {const} */ (['compile', 'match']))
  for (const one of [...accepted].sort((a, b) => b[by] - a[by]).slice(0, 4))
    console.log(`${by.padEnd(8)} ${String(shown(one[by])).padStart(7)}   ${one.name}`);
const refusals = corpus.filter((/** @type {any} */ one) => !one.accepted);
const slowest = Math.max(
  ...refusals.map((/** @type {any} */ one) => microseconds(() => patternEngine.compile(one.pattern))),
);
console.log(`refused patterns: ${refusals.length}, the slowest after ${shown(slowest)}`);

console.log(
  `\n## The largest patterns (size ${MAX_PATTERN_SIZE}) on the longest text (${MAX_MATCHED_TEXT_LENGTH} characters)`,
);
/** Each grows by its number until it is as large as a pattern may be. @type {Record<string, (n: number) => string>} */
const SHAPES = {
  'a counted class': (n) => `[ab]*a[ab]{${n}}`,
  'anything, again and again': (n) => `${'.*'.repeat(n)}c`,
  'loops in a loop': (n) => `${'(?:a*b*)*'.repeat(n)}c`,
  'many alternatives': (n) => `(?:${'a?b?|'.repeat(n)}c)*d`,
  'captured groups': (n) => `${'([ab]*)(a)'.repeat(n)}c`,
  'Unicode classes': (n) => `${'\\pL*'.repeat(n)}\\PL`,
  'wide ranges': (n) => `${'[一-龥]*'.repeat(n)}!`,
};
const longest = [`${'a'.repeat(MAX_MATCHED_TEXT_LENGTH - 1)}!`, 'ab'.repeat(MAX_MATCHED_TEXT_LENGTH / 2)];
for (const [name, shape] of Object.entries(SHAPES)) {
  let n = 1;
  while (!('expected' in patternEngine.compile(shape(n + 1)))) n++;
  const pattern = compiled(shape(n));
  const compile = microseconds(() => compiled(shape(n)));
  const match = Math.max(...longest.map((text) => microseconds(() => pattern.matchWhole(text))));
  console.log(
    `${name.padEnd(26)} size ${String(patternEngine.sizeOf(shape(n))).padStart(3)}   compile ${shown(compile)}   match ${shown(match)}`,
  );
}

console.log('\n## Ordinary patterns: this engine, and JavaScript');
for (const [source, text] of [
  ['/jobs/(?<id>[^/]+)', '/jobs/5f0c1d1e-7a63-4a52-9d55-0a7c3f9f2b11'],
  ['/jobs/(?<id>[^/]+)', '/collections/lakes/items/17'],
  ['/collections/(?<name>[^/]+)/items(?:/.*)?', '/collections/lakes/items/17'],
  ['.*\\.nc', 'ta_day_model_historical_r1i1p1f1_20000101-20091231.nc'],
  [
    '(?:.*&)?request=getmap(?:&.*)?',
    'service=WMS&version=1.3.0&request=GetMap&layers=a,b&width=256&height=256',
  ],
]) {
  const [ours, theirs] = [compiled(source), new RegExp(`^(?:${source})$`, 'iu')];
  const own = microseconds(() => ours.matchWhole(text), 1_000);
  const other = microseconds(() => theirs.exec(text), 1_000);
  console.log(`${source.padEnd(44)} ${shown(own)}   ${shown(other)}`);
}
