import { loadBuilt } from '../../checkout.mjs';

/** @typedef {import('typeorm').DataSource} DataSource */
/** @typedef {import('typeorm').EntityManager} EntityManager */

/** Tables of which new rows have the time of their transaction. */
const DATED_TABLES = ['users', 'groups'];

/**
 * SQL that takes the next revision as `begin_revision` does, but at a given time: `$1`, then the actor's kind, id, name, address,
 * request id and role. Nobody follows the database meanwhile, therefore it notifies nobody.
 */
const BEGIN_DATED_REVISION = `
  WITH taken AS (UPDATE access_revision SET value = value + 1 RETURNING value),
  begun AS (INSERT INTO revisions (revision, begun_at, actor_kind, actor_id, actor_name, address, request_id, actor_role)
    SELECT value, $1::timestamptz, $2, $3::integer, $4, $5, $6, $7 FROM taken RETURNING revision)
  SELECT revision, set_config('gatehouse.revision', revision::text, true) FROM begun`;

/**
 * Units of work at times of the past. Everything else, the triggers that record and seal included, is as in operation.
 *
 * @param {DataSource} dataSource
 */
export function createDatedUnitOfWork(dataSource) {
  /** @type {typeof import('../../../../libs/server/database/src/index.js')} */
  const { UnitOfWork, currentActor } = loadBuilt('libs/server/database/src/index.js');

  class DatedUnitOfWork extends UnitOfWork {
    /** When the next unit of work takes place. */
    at = new Date(0);

    /** How much later the one after it does, in ms. */
    stepMs = 0;

    /** Whether they create users or groups. */
    createsPrincipals = false;

    #begunAt = this.at;

    /**
     * @template T
     * @override
     * @param {() => Promise<T>} work
     * @returns {Promise<T>}
     */
    run(work) {
      const isOuter = this.revision === undefined;
      return super.run(isOuter && this.createsPrincipals ? () => this.#withDatedRows(work) : work);
    }

    /**
     * New rows of principals are as old as the revision. The defaults of their columns are restored in the same transaction.
     *
     * @template T
     * @param {() => Promise<T>} work
     * @returns {Promise<T>}
     */
    async #withDatedRows(work) {
      /** @param {string} value */
      const setDefaults = async (value) => {
        for (const table of DATED_TABLES)
          await this.manager.query(`ALTER TABLE ${table} ALTER COLUMN created_at SET DEFAULT ${value}`);
      };
      await setDefaults(`timestamptz '${this.#begunAt.toISOString()}'`);
      const done = await work();
      await setDefaults('now()');
      return done;
    }

    /**
     * @override
     * @param {EntityManager} manager
     */
    async beginRevision(manager) {
      const { kind, id, name, address, requestId, role } = currentActor();
      this.#begunAt = this.at;
      this.at = new Date(this.at.getTime() + this.stepMs);
      const values = [this.#begunAt, kind, id, name, address, requestId, role].map((value) => value ?? null);
      const [row] = await manager.query(BEGIN_DATED_REVISION, values);
      return Number(row.revision);
    }
  }

  return new DatedUnitOfWork(dataSource);
}
