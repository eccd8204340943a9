import { loadBuilt } from '../checkout.mjs';

/** @typedef {import('../../../libs/server/directory/src/index.js').Directory} Directory */
/** @typedef {import('../../../libs/server/directory/src/index.js').DirectorySettings} DirectorySettings */
/** @typedef {import('../../../libs/server/database/src/index.js').UnitOfWork} UnitOfWork */
/** @typedef {import('typeorm').DataSource} DataSource */

/** Rows of one unit of work: enough that its own cost is negligible, few enough that memory use is bounded. */
const BATCH = 10_000;

/**
 * Writes many rows by the bulk operations of the directory, in units of work of a separate actor. Triggers record every
 * row in the change log, so that a Gatehouse that runs on the database stays current.
 */
export class BulkWriter {
  #unitOfWork;
  #runAs;
  #actor;

  /** @type {Directory} */
  directory;

  /**
   * @param {DataSource} dataSource
   * @param {DirectorySettings & { readonly bcryptCost: number }} settings
   * @param {string} actor name in the change log
   * @param {UnitOfWork} [unitOfWork] which writes; by default one of the present
   */
  constructor(dataSource, settings, actor, unitOfWork) {
    /** @type {typeof import('../../../libs/server/database/src/index.js')} */
    const { UnitOfWork, runAs } = loadBuilt('libs/server/database/src/index.js');
    /** @type {typeof import('../../../libs/server/directory/src/index.js')} */
    const { createDirectory } = loadBuilt('libs/server/directory/src/index.js');
    /** @type {typeof import('../../../libs/server/identity/src/index.js')} */
    const { Passwords } = loadBuilt('libs/server/identity/src/index.js');
    this.#unitOfWork = unitOfWork ?? new UnitOfWork(dataSource);
    this.#runAs = runAs;
    this.#actor = actor;
    this.directory = createDirectory({
      unitOfWork: this.#unitOfWork,
      settings,
      passwords: new Passwords(settings.bcryptCost),
      sessions: {
        endAllOf: (userId, exceptId) => this.#unitOfWork.removal.endSessions({ userId, exceptId }),
      },
    });
  }

  /**
   * Passes the rows on in batches, each in a separate unit of work.
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
      await this.commit(() => write(batch));
      batch = [];
    }
    if (batch.length > 0) await this.commit(() => write(batch));
  }

  /**
   * One unit of work.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  commit(work) {
    return this.commitAs({ kind: 'system', name: this.#actor }, work);
  }

  /**
   * One unit of work of another actor.
   *
   * @template T
   * @param {import('../../../libs/server/database/src/index.js').Actor} actor
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  commitAs(actor, work) {
    return this.#runAs(actor, () => this.#unitOfWork.run(work));
  }
}
