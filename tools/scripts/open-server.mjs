import { Failure, loadBuilt } from './checkout.mjs';

/** @typedef {{ url: string, stop(): Promise<void> }} Server */

/**
 * The given server, else the embedded one, which is started.
 *
 * @param {string | undefined} url
 * @param {string} dataDir
 * @returns {Promise<Server>}
 */
export async function openServer(url, dataDir) {
  if (url) return { url, stop: async () => undefined };
  /** @type {typeof import('../../libs/server/database/src/embedded/index.js')} */
  const embedded = loadBuilt('libs/server/database/src/embedded/index.js');
  try {
    return await embedded.startEmbeddedPostgres({ dataDir });
  } catch (error) {
    if (error instanceof embedded.DataFolderInUse)
      throw new Failure(`${error.message}\nStop it for the time being.`);
    throw error instanceof embedded.CannotStart ? new Failure(error.message) : error;
  }
}
