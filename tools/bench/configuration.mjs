// node tools/bench/configuration.mjs [--entries 10000] [--present 100000] [--exported 100000] [--rounds 3] — configuration files of a set, beside
// as many resources and assignments as are present: the time to read, plan and apply entries without passwords (new assignments; new and
// changed ones, half of each after the first round; new resources), that for which others wait, the processor time of the database within that, and for
// how long the event loop of a proxy is held by the changes; a plan that changes nothing; and an export over
// HTTP with the memory of the API. After `npm run build`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadBuilt } from '../scripts/checkout.mjs';
import { assign, createResources, numbered, writeBulk } from './bulk.mjs';
import { startSystem } from './growth/measured-system.mjs';
import { median } from './system.mjs';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000' },
    present: { type: 'string', default: '100000' },
    exported: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const [entries, present, exported, rounds] = [
  values.entries,
  values.present,
  values.exported,
  values.rounds,
].map(Number);
const BRANCH = 1_000;
const GROUPS = 20;

const followed = await startSystem();
const { api: system } = followed;
try {
  await fill();
  for (const kind of ['assignments', 'mixed', 'resources']) await measureApplications(kind);
  if (exported > 0) await measureExport();
} finally {
  await followed.stop();
}

async function measureApplications(/** @type {string} */ kind) {
  const { createDataSource, UnitOfWork } = loadBuilt('libs/server/database/src/index.js');
  const { createDirectory } = loadBuilt('libs/server/directory/src/index.js');
  const { loadSettings } = loadBuilt('libs/server/settings/src/index.js');
  const { createConfigurations, readUploaded, validate } = loadBuilt(
    'libs/server/desired-state/src/index.js',
  );
  const dataSource = await createDataSource({ url: system.databaseUrl, poolSize: 4 }).initialize();
  let pid = 0;
  let begun = { at: 0, processor: 0 };
  const held = { time: 0, processor: 0 };
  class Timed extends UnitOfWork {
    async beginRevision(/** @type {any} */ manager) {
      const revision = await super.beginRevision(manager);
      [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
      begun = { at: performance.now(), processor: processorOf(pid) };
      return revision;
    }
    async run(/** @type {any} */ work) {
      const result = await super.run(work);
      // The outermost one has just been committed.
      held.time = performance.now() - begun.at;
      held.processor = processorOf(pid) - begun.processor;
      return result;
    }
  }
  const unitOfWork = new Timed(dataSource);
  const settings = loadSettings({
    SVC_DB_URL: system.databaseUrl,
    SVC_SECRET: 'x'.repeat(43),
    SVC_ADMIN_USER: system.admin.user_name,
    SVC_ADMIN_PASSWORD: 'x'.repeat(29),
  });
  const hash = async () => '';
  const directory = createDirectory({
    unitOfWork,
    settings,
    passwords: { hash, verify: async () => false },
    sessions: { endAllOf: async () => undefined },
  });
  const { application } = createConfigurations({ unitOfWork, directory, hash });
  const set = { name: 'bench', prune: 'none', adopt: false };
  const times = { read: [], plan: [], apply: [], held: [], processor: [], again: [], loop: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const text = textOf(kind, round);
      let last = performance.now();
      const lap = () => {
        const now = performance.now();
        const elapsed = now - last;
        last = now;
        return elapsed;
      };
      const { state } = validate(readUploaded([{ name: 'a.yml', text }]).entries, { hooks: 'require' });
      times.read.push(lap());
      await application.plan(state, { set });
      times.plan.push(lap());
      const loopOf = () => followed.proxies[0].loop();
      await loopOf();
      const { revisions } = await application.apply(state, { isStrict: true, set });
      times.held.push(held.time);
      times.processor.push(held.processor);
      times.apply.push(lap());
      times.loop.push((await loopOf()).max);
      const again = await application.apply(state, { isStrict: true, set });
      times.again.push(lap());
      if (again.revisions.length > 0) throw new Error('a configuration that changes nothing wrote something');
      if (revisions.length > 1) throw new Error('the entries have more rows than one revision writes');
    }
  } finally {
    await dataSource.destroy();
  }
  const [read, plan, apply, lock, processor, again, loop] = Object.values(times).map(
    (one) => `${Math.round(median(one))} ms`,
  );
  console.log(
    `${entries} ${kind}, medians of ${rounds}: read ${read}, plan ${plan}, apply ${apply} (the revision held the lock ${lock}, in which the database used ${processor} of processor time, and the event loop of a proxy was held for ${loop}), apply again without changes ${again}`,
  );
}

/** Resources of a service, with an assignment on each. */
async function fill() {
  await writeBulk(system, async (writer) => {
    const service = await writer.directory.services.create({
      name: 'present',
      typeName: 'api',
      url: 'http://127.0.0.1:9',
    });
    const leaves = numbered(present, (number) => ({ name: `r${number - 1}`, parent: service.id }));
    const ids = await createResources(writer, service, 'route', leaves);
    const groups = await writer.commit(() =>
      writer.directory.groups.createAll(
        numbered(GROUPS, (number) => ({ name: `present-${number}`, description: '', discoverable: false })),
      ),
    );
    const permission = { name: 'read', access: 'allow', scope: 'match' };
    await assign(
      writer,
      service,
      ids.map((resourceId, index) => ({
        kind: 'group',
        principalId: groups[index % GROUPS] ?? 0,
        resourceId,
        permission,
      })),
    );
  });
}

/** Entries of which each is a row, with a row for their group or two for their service: as many as one revision writes. */
function textOf(/** @type {string} */ kind, /** @type {number} */ round) {
  if (kind !== 'resources') {
    const [permission, group, first] =
      kind === 'mixed'
        ? [`write-allow-${round % 2 === 0 ? 'match' : 'recursive'}`, 'mixed', (round * entries) / 2]
        : ['write', `new-${round}`, 0];
    const lines = numbered(
      entries - 1,
      (number) =>
        `- {service: present, resource: /r${(first + number) % present}, permission: ${permission}, group: ${group}}`,
    );
    return ['permissions:', ...lines].join('\n');
  }
  const service = `bench-${round}`;
  const lines = numbered(entries - 2, (number) => `- {service: ${service}, path: /r${number}, type: route}`);
  return [`providers: {${service}: {url: "http://127.0.0.1:9", type: api}}`, 'resources:', ...lines].join(
    '\n',
  );
}

/** Milliseconds of processor time that a process has used. */
function processorOf(/** @type {number} */ pid) {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function measureExport() {
  await writeBulk(system, async (writer) => {
    const service = await writer.directory.services.create({
      name: 'exported',
      typeName: 'api',
      url: 'http://127.0.0.1:9',
    });
    const branches = Array.from({ length: Math.ceil(exported / BRANCH) }, (_, index) => ({
      name: `b${index}`,
      parent: service.id,
    }));
    const ids = await createResources(writer, service, 'route', branches);
    const leaves = Array.from({ length: exported - ids.length }, (_, index) => ({
      name: `r${index}`,
      parent: ids[index % ids.length] ?? service.id,
    }));
    await createResources(writer, service, 'route', leaves);
  });
  const { cookie, url } = system;
  const before = memory();
  const begun = performance.now();
  let slowest = 0;
  let isDone = false;
  const probes = (async () => {
    while (!isDone) {
      const asked = performance.now();
      await (await fetch(`${url}/version`)).text();
      slowest = Math.max(slowest, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const reply = await fetch(`${url}/configuration/export`, { headers: { cookie } });
  let bytes = 0;
  let most = before;
  for await (const part of reply.body ?? []) {
    bytes += part.length;
    most = Math.max(most, memory());
  }
  const seconds = (performance.now() - begun) / 1000;
  isDone = true;
  await probes;
  console.log(
    `export of ${exported} resources: ${reply.status}, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s; memory of the API ${before} MB before, at most ${most} MB; slowest other request ${Math.round(slowest)} ms`,
  );
}

/** Resident memory of the API, in MB. */
function memory() {
  const text = readFileSync(`/proc/${system.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}
