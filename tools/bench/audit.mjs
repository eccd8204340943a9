// What the audit log costs writers: the time of 10,000 permission assignments in one unit of work, and of single writes one after
// the other, on the newest schema and on the same schema without the audit log.
//
//   node tools/bench/audit.mjs        (after npm run build)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BulkWriter } from '../scripts/seed/bulk-writer.mjs';
import { loadBuilt } from '../scripts/checkout.mjs';

const ASSIGNMENTS = 10_000;
const SINGLE = 300;
const ROUNDS = 5;

const { startEmbeddedPostgres } = loadBuilt('libs/server/database/src/embedded/index.js');
const { createDirectory } = loadBuilt('libs/server/directory/src/index.js');
const { Passwords } = loadBuilt('libs/server/identity/src/index.js');
const { UnitOfWork, createDataSource, migrate } = loadBuilt('libs/server/database/src/index.js');
const { loadSettings } = loadBuilt('libs/server/settings/src/index.js');
const { serviceTypeOf } = loadBuilt('libs/service-types/src/index.js');

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** @param {import('typeorm').DataSource} dataSource @param {BulkWriter} writer */
async function measure(dataSource, writer) {
  const suffix = Math.random().toString(36).slice(2, 10);
  const accounts = Array.from({ length: ASSIGNMENTS }, (_, at) => ({
    name: `${suffix}${at}`,
    email: `${suffix}${at}@example.org`,
    passwordHash: null,
  }));
  const ids = await writer.commit(() => writer.directory.users.createAll(accounts));
  const [service] = await dataSource.query(
    `SELECT id, name FROM resources WHERE parent_id IS NULL AND name = 'bench'`,
  );
  const resource = { ...service, displayName: 'bench', type: 'service', serviceType: serviceTypeOf('api') };
  const permission = { name: 'read', access: 'allow', scope: 'recursive' };
  const assignments = ids.map((id) => ({ principal: { kind: 'user', id }, resource, permission }));
  const bulk = await timed(() => writer.commit(() => writer.directory.permissions.createAll(assignments)));
  const single = await timed(async () => {
    for (const id of ids.slice(0, SINGLE)) {
      const principal = { kind: 'user', id, name: '' };
      await writer.commit(() =>
        writer.directory.permissions.setAll([
          { principal, resourceId: resource.id, permission: { ...permission, access: 'deny' } },
        ]),
      );
    }
  });
  return { bulk, single: single / SINGLE };
}

/**
 * A database with a service, and its writer.
 *
 * @param {string} url
 * @param {boolean} isAudited
 */
async function prepare(url, isAudited) {
  const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
  await migrate(dataSource);
  const settings = loadSettings({
    SVC_DB_URL: url,
    SVC_SECRET: 'x'.repeat(43),
    SVC_ADMIN_USER: 'chief',
    SVC_ADMIN_PASSWORD: 'x'.repeat(29),
    SVC_BCRYPT_COST: '4',
  });
  const passwords = new Passwords(4);
  const sessions = { endAllOf: async () => undefined };
  const directory = createDirectory({
    unitOfWork: new UnitOfWork(dataSource),
    settings,
    passwords,
    sessions,
  });
  await directory.defaultIdentities.ensure(settings.adminPassword);
  const writer = new BulkWriter(dataSource, settings, 'bench');
  await writer.commit(() =>
    writer.directory.services.createAll([{ name: 'bench', typeName: 'api', url: 'http://127.0.0.1:9/' }]),
  );
  // Down to the schema before it; units of work state a role, which that schema does not know.
  const isThere = async () =>
    (await dataSource.query(`SELECT to_regclass('audit_chain') IS NOT NULL AS there`))[0].there;
  while (!isAudited && (await isThere())) await dataSource.undoLastMigration();
  if (!isAudited)
    await dataSource.query(`CREATE FUNCTION begin_revision(text, integer, text, text, text, role text) RETURNS bigint
      LANGUAGE sql AS 'SELECT begin_revision($1, $2, $3, $4, $5)'`);
  return { dataSource, writer };
}

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const server = await startEmbeddedPostgres({ dataDir });
try {
  const audited = await prepare(server.url, true);
  await audited.dataSource.query('CREATE DATABASE without_audit');
  const url = server.url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, '$1/without_audit');
  const plain = await prepare(url, false);
  /** @type {Record<'with' | 'without', { bulk: number[], single: number[] }>} */
  const results = { with: { bulk: [], single: [] }, without: { bulk: [], single: [] } };
  // In turns, so that other load affects both; the first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, { dataSource, writer }] of /** @type {const} */ ([
      ['with', audited],
      ['without', plain],
    ])) {
      const { bulk, single } = await measure(dataSource, writer);
      if (round === 0) continue;
      results[name].bulk.push(bulk);
      results[name].single.push(single);
    }
  }
  for (const [name, { bulk, single }] of Object.entries(results)) {
    console.log(
      `${name.padEnd(8)} ${ASSIGNMENTS} assignments: ${median(bulk).toFixed(0)} ms   single write: ${median(single).toFixed(2)} ms`,
    );
  }
  await audited.dataSource.destroy();
  await plain.dataSource.destroy();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
