// What the programs that read the audit log share: the database, and the text of a head.
import process from 'node:process';
import { Failure, loadBuilt } from './checkout.mjs';
import { directUrlOf, readConfiguration, withoutDatabase } from './configuration.mjs';
import { openServer } from './open-server.mjs';

/** @typedef {import('../../libs/server/audit/src/index.js').ChainHead} ChainHead */
/** @typedef {import('typeorm').EntityManager} EntityManager */

/**
 * Reads the audit log in one consistent snapshot, while others continue to write.
 *
 * @template Result
 * @param {string | undefined} url of the database; without it and `SVC_DB_URL` the embedded one, which must not be running
 * @param {(manager: EntityManager) => Promise<Result>} read
 */
export async function readAuditLog(url, read) {
  /** @type {typeof import('../../libs/server/database/src/index.js')} */
  const { createDataSource } = loadBuilt('libs/server/database/src/index.js');
  const { dataDir } = readConfiguration(withoutDatabase(process.env));
  const server = await openServer(url ?? directUrlOf(process.env), dataDir);
  try {
    const dataSource = await createDataSource({ url: server.url, poolSize: 1, use: 'reads' })
      .initialize()
      .catch((error) => {
        throw new Failure(`The database cannot be reached: ${error.message}`);
      });
    try {
      return await dataSource.transaction('REPEATABLE READ', read);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await server.stop();
  }
}

/** @param {ChainHead} head */
export function headText({ chain, position, hash }) {
  return `${chain}:${position}:${hash}`;
}

/** @param {string} text @returns {ChainHead} */
export function readHead(text) {
  const [, chain, position, hash] = /^(changes|events):([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!chain || !position || !hash || text.endsWith('\n'))
    throw new Failure(`--expect takes a head as it was printed, not '${text}'.`);
  return { chain: chain === 'events' ? 'events' : 'changes', position: Number(position), hash };
}
