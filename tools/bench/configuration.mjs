// node tools/bench/configuration.mjs [--entries 10000] [--exported 100000] [--rounds 3] — configuration files: the time to read, plan and
// apply new entries without passwords, for which others wait; a plan that changes nothing; and an export over HTTP with the memory
// of the API. After `npm run build`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadBuilt } from '../scripts/checkout.mjs';
import { createResources, writeBulk } from './bulk.mjs';
import { median, startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000' },
    exported: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const [entries, exported, rounds] = [values.entries, values.exported, values.rounds].map(Number);
const BRANCH = 1_000;

const system = await startApi();
try {
  await measureApplications();
  await measureExport();
} finally {
  await system.stop();
}

async function measureApplications() {
  const { createDataSource, UnitOfWork } = loadBuilt('libs/server/database/src/index.js');
  const { createDirectory } = loadBuilt('libs/server/directory/src/index.js');
  const { loadSettings } = loadBuilt('libs/server/settings/src/index.js');
  const { createConfigurations, readUploaded, validate } = loadBuilt(
    'libs/server/desired-state/src/index.js',
  );
  const dataSource = await createDataSource({ url: system.databaseUrl, poolSize: 4 }).initialize();
  let held = 0;
  class Timed extends UnitOfWork {
    async beginRevision(/** @type {any} */ manager) {
      const revision = await super.beginRevision(manager);
      held = performance.now();
      return revision;
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
  const times = { read: [], plan: [], apply: [], held: [], again: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const text = textOf(round);
      let begun = performance.now();
      const lap = () => {
        const now = performance.now();
        const elapsed = now - begun;
        begun = now;
        return elapsed;
      };
      const { state } = validate(readUploaded([{ name: 'a.yml', text }]).entries, { hooks: 'require' });
      times.read.push(lap());
      await application.plan(state, {});
      times.plan.push(lap());
      const { revisions } = await application.apply(state, { isStrict: true });
      times.held.push(performance.now() - held);
      times.apply.push(lap());
      const again = await application.apply(state, { isStrict: true });
      times.again.push(lap());
      if (again.revisions.length > 0) throw new Error('a configuration that changes nothing wrote something');
      console.log(`round ${round + 1}: ${revisions.length} revisions`);
    }
  } finally {
    await dataSource.destroy();
  }
  const [read, plan, apply, lock, again] = Object.values(times).map((one) => `${Math.round(median(one))} ms`);
  console.log(
    `${entries} entries, medians of ${rounds}: read ${read}, plan ${plan}, apply ${apply} (the last revision held the lock ${lock}), apply again without changes ${again}`,
  );
}

/** Entries of `permissions`, a tenth of them with a new resource; about one row each. */
function textOf(/** @type {number} */ round) {
  const lines = [`providers: {bench-${round}: {url: "http://127.0.0.1:9", type: api}}`, 'permissions:'];
  for (let index = 0; index < entries; index += 1) {
    const resource = `/r${index % Math.max(1, Math.floor(entries / 10))}`;
    const group = `g${round}-${Math.floor(index / (entries / 10))}`;
    lines.push(`- {service: bench-${round}, resource: ${resource}, permission: read, group: ${group}}`);
  }
  return lines.join('\n');
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
