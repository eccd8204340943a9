import { loadBuilt } from '../checkout.mjs';

/** @typedef {import('../../../libs/server/directory/src/index.js').AccessDirectory} AccessDirectory */
/** @typedef {import('typeorm').DataSource} DataSource */

/** A column, the type of its elements and a value for each row. */
/** @typedef {[name: string, type: string, values: readonly unknown[]]} Column */

/** Rows of one unit of work: enough that its own cost does not count, few enough that memory stays flat. */
const BATCH = 10_000;

/**
 * Writes many rows by the path of every write: units of work, each of which takes its revision first, with triggers that
 * leave every row in the change log. A Gatehouse that runs on the database follows along.
 */
export class BulkWriter {
  #unitOfWork;
  #runAs;

  /** Services, resources and permissions, with bulk operations. @type {AccessDirectory} */
  directory;

  /** @param {DataSource} dataSource */
  constructor(dataSource) {
    /** @type {typeof import('../../../libs/server/database/src/index.js')} */
    const { UnitOfWork, runAs } = loadBuilt('libs/server/database/src/index.js');
    this.#unitOfWork = new UnitOfWork(dataSource);
    this.#runAs = runAs;
    /** @type {typeof import('../../../libs/server/directory/src/index.js')} */
    const { createAccessDirectory } = loadBuilt('libs/server/directory/src/index.js');
    this.directory = createAccessDirectory(this.#unitOfWork);
  }

  /**
   * Hands the rows over in batches, each in a unit of work of its own.
   *
   * @template T
   * @param {Iterable<T>} rows
   * @param {(batch: T[]) => Promise<void>} write
   */
  async inBatches(rows, write) {
    /** @type {T[]} */
    let batch = [];
    for (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      await this.#commit(() => write(batch));
      batch = [];
    }
    if (batch.length > 0) await this.#commit(() => write(batch));
  }

  /**
   * Inserts into a table whose ids are made beforehand, in the order of the rows.
   *
   * @param {'users' | 'groups'} table
   * @param {number} count
   * @param {(ids: number[]) => Column[]} columnsOf
   * @returns {Promise<number[]>} the ids
   */
  async insertWithIds(table, count, columnsOf) {
    /** @type {{ id: string }[]} */
    const taken = await this.#unitOfWork.manager.query(
      'SELECT nextval(pg_get_serial_sequence($1, $2)) AS id FROM generate_series(1, $3::int)',
      [table, 'id', count],
    );
    const ids = taken.map(({ id }) => Number(id));
    await this.insert(table, [['id', 'int', ids], ...columnsOf(ids)]);
    return ids;
  }

  /**
   * @param {string} table
   * @param {Column[]} columns of equal length
   */
  async insert(table, columns) {
    const names = columns.map(([name]) => name).join(', ');
    const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
    await this.#unitOfWork.manager.query(
      `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`,
      columns.map(([, , values]) => values),
    );
  }

  /** @param {() => Promise<void>} work */
  #commit(work) {
    return this.#runAs({ kind: 'system', name: 'seed' }, () => this.#unitOfWork.run(work));
  }
}
