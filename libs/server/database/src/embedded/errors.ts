/** What an operator can always do instead; every refusal of the embedded database ends with it. */
const EXTERNAL = 'Set SVC_DB_URL to use a PostgreSQL server (15 or newer) of your own instead.';

/**
 * The data folder has a living owner: another Gatehouse runs on it. Nothing was changed. Two servers on one folder would
 * destroy each other's data, therefore this is never overridden.
 */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';

  /**
   * @param folder the data folder, as an absolute path
   * @param pid the process that owns it; it may live in another container, where the number means nothing to this one
   */
  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(
      `The data folder ${folder} is in use by another Gatehouse (process ${pid}). ` +
        'Stop that one first, or set SVC_DATA_DIR to another folder.',
    );
  }
}

/** No PostgreSQL programs are shipped for this platform, or they do not run on it (as glibc binaries on musl). */
export class NoBinaryForPlatform extends Error {
  override readonly name = 'NoBinaryForPlatform';

  /**
   * @param platform as npm names it, for example `linux-x64`
   * @param reason what was tried and failed, as the end of a sentence
   */
  constructor(
    readonly platform: string,
    reason: string,
  ) {
    super(`The embedded PostgreSQL does not run on ${platform}: ${reason}. ${EXTERNAL}`);
  }
}

/** The embedded database did not come up; the message carries the reason and the end of PostgreSQL's own log. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';

  /**
   * @param reason a sentence without its full stop
   * @param log the last lines PostgreSQL wrote in this attempt; empty when it was never started
   */
  constructor(
    reason: string,
    readonly log = '',
  ) {
    super(
      `The embedded database cannot start: ${reason}. ${EXTERNAL}${log ? `\nPostgreSQL said:\n${log}` : ''}`,
    );
  }
}
