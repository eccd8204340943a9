// Records the statements that the product sends while tests run: each text once, with the parameters of a call, and the source
// that has sent it. Only tests load it, so that it costs nothing in operation. It is plain CommonJS, since processes that tests
// start load it before anything else.
const { AsyncLocalStorage } = require('node:async_hooks');
const { appendFileSync, mkdirSync } = require('node:fs');
const { randomBytes } = require('node:crypto');
const { join, relative, sep } = require('node:path');

const ROOT = join(__dirname, '../../../../..');
/** Where each process writes a file, of one recorded statement a line. */
const FOLDER = join(ROOT, 'test-output/statements');
const FILE = `${process.pid}-${randomBytes(4).toString('hex')}.jsonl`;

/** Sources through which statements of others pass. */
const PASSED_THROUGH =
  /(?:^|\/)node_modules\/|^\.\.|^node:|^libs\/server\/testing\/src\/(?:recorded-statements\.ts|statements\/\w+\.cjs)$/;

/** Sources whose statements are no part of the product. */
const OF_TESTS =
  /\.(?:spec|e2e-spec|fixture|harness)\.|(?:^|\/)(?:e2e|fixtures|testing)\/|^(?:tools|test-output|apps\/system-e2e)\//;
/** Statements that change the schema are executed once, by an upgrade. */
const OF_SCHEMA = 'schema';

/** What has no plan. */
const UTILITY =
  /^\s*(?:START|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|RESET|SHOW|LISTEN|UNLISTEN|NOTIFY|LOCK|FETCH|CLOSE|COPY|CREATE|DROP|ALTER|ANALYZE|EXPLAIN|VACUUM|GRANT|REVOKE|COMMENT|DO)\b/i;
/** What declares a cursor, before the statement that it executes. */
const CURSOR = /^\s*DECLARE \w+ .*?\bCURSOR FOR /i;

/**
 * @typedef {object} Recorded
 * @property {string} statement its text
 * @property {readonly unknown[]} parameters of one call
 * @property {string} [name] under which it is prepared
 * @property {string} source the file that has sent it, below the checkout; empty if that is unknown
 */

/** @type {AsyncLocalStorage<{ source: string }>} */
const sending = new AsyncLocalStorage();
/**
 * By their texts. `unlisted.cjs` finds them here, and loads nothing where nothing was recorded.
 *
 * @type {Map<string, Recorded>}
 */
const recorded = (/** @type {any} */ (globalThis)[Symbol.for('gatehouse.recorded-statements')] ??= new Map());

/**
 * Statements that were sent while their connection executed another one, for `unlisted.cjs` as well.
 *
 * @type {Set<string>}
 */
const overlapping = (/** @type {any} */ (globalThis)[Symbol.for('gatehouse.overlapping-statements')] ??=
  new Set());

/** The nearest caller that is a source of this checkout; what packages call is called by it. */
function callerOf(/** @type {Function} */ below) {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
  Error.stackTraceLimit = 50;
  /** @type {{ stack: string[] }} */
  const holder = { stack: [] };
  Error.captureStackTrace(holder, below);
  const files = holder.stack;
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  for (const file of files) {
    const path = relative(ROOT, file.replace(/^file:\/\//, ''))
      .split(sep)
      .join('/');
    if (!PASSED_THROUGH.test(path)) return path.replace(/^dist\//, '');
  }
  return '';
}

/**
 * @param {{ text?: unknown, values?: unknown, name?: string }} sent
 * @param {Function} below
 */
function note({ text, values, name }, below) {
  if (typeof text !== 'string' || UTILITY.test(text)) return;
  const statement = text.replace(CURSOR, '').replace(/\s+/g, ' ').trim();
  if (recorded.has(statement)) return;
  const source = sending.getStore()?.source ?? callerOf(below);
  if (source === OF_SCHEMA || OF_TESTS.test(source)) return;
  const one = { statement, parameters: Array.isArray(values) ? values : [], source, ...(name && { name }) };
  recorded.set(statement, one);
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(join(FOLDER, FILE), `${JSON.stringify(one)}\n`);
}

/**
 * A statement that waits for another one on its connection: the next version of the driver refuses it, and code that does not wait for
 * its statements may send them after the end of the transaction.
 *
 * @param {unknown} text
 * @param {Function} below
 */
function noteOverlap(text, below) {
  const source = sending.getStore()?.source ?? callerOf(below);
  if (source === OF_SCHEMA || OF_TESTS.test(source)) return;
  overlapping.add(`${String(text).replace(/\s+/g, ' ').slice(0, 200)} (sent by ${source})`);
}

/**
 * Replaces methods by ones that note who has called them, since the stack of what they call later may no longer tell.
 *
 * @param {any} prototype
 * @param {readonly string[]} names
 * @param {string} [source]
 */
function noteCallers(prototype, names, source) {
  for (const name of names) {
    const original = prototype[name];
    prototype[name] = function noted(/** @type {unknown[]} */ ...args) {
      if (sending.getStore()) return original.apply(this, args);
      return sending.run({ source: source ?? callerOf(noted) }, () => original.apply(this, args));
    };
  }
}

const instrumented = new WeakSet();

/** @template T @param {T} module the driver @returns {T} */
function recordDriver(module) {
  const driver = /** @type {any} */ (module);
  if (instrumented.has(driver)) return module;
  instrumented.add(driver);
  const { query } = driver.Client.prototype;
  driver.Client.prototype.query = function noted(/** @type {any[]} */ ...args) {
    const [first, second] = args;
    note(typeof first === 'string' ? { text: first, values: second } : { values: second, ...first }, noted);
    if (this._activeQuery) noteOverlap(typeof first === 'string' ? first : first?.text, noted);
    return query.apply(this, args);
  };
  return module;
}

/** @template T @param {T} module TypeORM @returns {T} */
function recordMapper(module) {
  const typeorm = /** @type {any} */ (module);
  if (instrumented.has(typeorm)) return module;
  instrumented.add(typeorm);
  noteCallers(typeorm.DataSource.prototype, ['query']);
  noteCallers(typeorm.DataSource.prototype, ['initialize', 'runMigrations', 'undoLastMigration'], OF_SCHEMA);
  noteCallers(
    typeorm.MigrationExecutor.prototype,
    ['executePendingMigrations', 'undoLastMigration'],
    OF_SCHEMA,
  );
  noteCallers(typeorm.EntityManager.prototype, [
    'query',
    'save',
    'remove',
    'insert',
    'upsert',
    'update',
    'delete',
    'exists',
    'existsBy',
    'count',
    'countBy',
    'find',
    'findBy',
    'findAndCount',
    'findOne',
    'findOneBy',
    'findOneOrFail',
    'findOneByOrFail',
    'increment',
    'decrement',
  ]);
  noteCallers(typeorm.SelectQueryBuilder.prototype, [
    'getRawOne',
    'getRawMany',
    'getRawAndEntities',
    'getOne',
    'getOneOrFail',
    'getMany',
    'getCount',
    'getExists',
    'getManyAndCount',
  ]);
  for (const kind of ['Insert', 'Update', 'Delete'])
    noteCallers(typeorm[`${kind}QueryBuilder`].prototype, ['execute']);
  const internal = (/** @type {string} */ path) => require(join(ROOT, 'node_modules/typeorm', path));
  noteCallers(internal('driver/postgres/PostgresQueryRunner.js').PostgresQueryRunner.prototype, ['query']);
  noteCallers(internal('schema-builder/RdbmsSchemaBuilder.js').RdbmsSchemaBuilder.prototype, [
    'build',
    'log',
  ]);
  return module;
}

module.exports = { ROOT, recordDriver, recordMapper };
