// Measures policy tests against files as whole processes: expectations by assignments, half of them whole requests.
//
//   npx nx build cli
//   node tools/bench/policy.mjs [--assignments 10000] [--expectations 1000] [--runs 11] [--style block|flow|json]
//
// Prints medians, also of a Node that does nothing, of the help, of the YAML library that reads the configuration, and of a run with one expectation
// and one assignment.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { root } from '../scripts/checkout.mjs';
import { median } from './engine/timing.mjs';

const { values } = parseArgs({
  options: {
    assignments: { type: 'string', default: '10000' },
    expectations: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '11' },
    style: { type: 'string', default: 'block' },
    program: { type: 'string', default: 'dist/apps/cli/package/gatehouse.cjs' },
  },
});
const require = createRequire(import.meta.url);
const RUNS = Number(values.runs);
const SERVICES = 20;
const GROUPS = 200;
const USERS = 1_000;
const program = join(root, values.program);
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-policy-'));

/** @param {number} assignments */
function configuration(assignments) {
  const services = range(SERVICES).map((index) => [
    `maps${index}`,
    { type: 'geoserverwms', url: `http://maps${index}` },
  ]);
  return {
    providers: Object.fromEntries(services),
    groups: range(Math.min(GROUPS, assignments)).map((index) => ({
      name: `group${index}`,
      create: 'always',
    })),
    users: range(Math.min(USERS, assignments)).map((index) => ({
      username: `user${index}`,
      groups: [`group${index % GROUPS}`, `group${(index * 7 + 1) % GROUPS}`],
      create: 'always',
    })),
    permissions: range(assignments).map((index) => ({
      service: `maps${index % SERVICES}`,
      resource: `/topp/layer${Math.floor(index / (SERVICES * 2))}`,
      type: 'workspace/layer',
      permission: index % 7 === 0 ? 'getmap-deny' : 'getmap',
      ...(index % 3 === 0 ? { user: `user${index % USERS}` } : { group: `group${index % GROUPS}` }),
    })),
  };
}

/** @param {number} count @param {number} assignments */
function expectations(count, assignments) {
  const layers = Math.max(1, Math.floor(assignments / (SERVICES * 2)));
  return range(count).map((index) => {
    const [user, service, layer] = [
      `user${index % USERS}`,
      `maps${index % SERVICES}`,
      `layer${index % layers}`,
    ];
    const query = `service=WMS&version=1.3.0&request=GetMap&layers=topp:${layer}&styles=&crs=EPSG:4326&bbox=0,0,1,1&width=1&height=1&format=image/png`;
    return index % 2 === 0
      ? { user, permission: 'getmap', on: `${service}/topp/${layer}`, expected: 'denied' }
      : { user, request: `GET /ows/proxy/${service}/topp/wms?${query}`, expected: 'denied' };
  });
}

/** @param {string} name @param {object} content */
function write(name, content) {
  const options = /** @type {const} */ ({
    collectionStyle: values.style === 'flow' ? 'flow' : 'block',
    lineWidth: 0,
  });
  writeFileSync(
    join(folder, name),
    values.style === 'json' ? JSON.stringify(content) : stringify(content, options),
  );
}

/** Wall and processor time in milliseconds, and the memory in megabytes, of a process. @param {readonly string[]} args */
function once(args) {
  const begun = performance.now();
  const { status, stderr, output } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'usage.cjs'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  );
  const wall = performance.now() - begun;
  if (status !== 0 && !/expectations? (?:is|are) not met/.test(stderr)) throw new Error(stderr);
  return { wall, ...JSON.parse(output[3] ?? '') };
}

/** @param {string} name @param {readonly string[]} args */
function measure(name, args) {
  const runs = range(RUNS).map(() => once(args));
  const of = (/** @type {'wall' | 'busy' | 'memory'} */ key) =>
    Math.round(median(runs.map((run) => run[key])));
  console.log(`${name}: ${of('wall')} ms, ${of('busy')} ms of processor time, ${of('memory')} MB`);
}

/** @param {number} length */
function range(length) {
  return Array.from({ length }, (_, index) => index);
}

try {
  const usage = `const { user, system } = process.cpuUsage();
    const memory = process.resourceUsage().maxRSS / 1024;
    require('node:fs').writeSync(3, JSON.stringify({ busy: (user + system) / 1000, memory }));`;
  writeFileSync(join(folder, 'usage.cjs'), `process.on('exit', () => {${usage}});`);
  const [assignments, expected] = [Number(values.assignments), Number(values.expectations)];
  write('platform.yml', configuration(assignments));
  write('policy.yml', { expectations: expectations(expected, assignments) });
  write('small-platform.yml', configuration(1));
  write('small-policy.yml', { expectations: expectations(1, 1) });
  const test = (/** @type {string} */ prefix) => [
    program,
    ...['policy', 'test', `${prefix}policy.yml`, '--files', `${prefix}platform.yml`, '--report', 'tap'],
  ];
  measure('node alone', ['-e', '0']);
  measure('gatehouse --help', [program, '--help']);
  const parse = `require(${JSON.stringify(require.resolve('yaml'))}).parse(require('node:fs').readFileSync('platform.yml', 'utf8'))`;
  measure('the YAML library alone, for the configuration', ['-e', parse]);
  measure('1 expectation, 1 assignment', test('small-'));
  measure(`${expected} expectations, ${assignments} assignments (${values.style})`, test(''));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
