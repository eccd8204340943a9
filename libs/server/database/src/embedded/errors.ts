/** The alternative for operators, at the end of each error of the embedded database. */
const EXTERNAL = 'Set SVC_DB_URL to use a PostgreSQL server (15 or newer) of your own instead.';

/**
 * The data folder is in use by another running Gatehouse. Nothing was changed. Two servers on one folder would
 * destroy each other's data, so that this check cannot be overridden.
 */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';

  /**
   * @param folder the data folder, as an absolute path
   * @param pid the process that owns it; it may be in another container, whose process ids are different
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

/** There are no PostgreSQL programs for this platform, or they do not run on it (glibc binaries on musl). */
export class NoBinaryForPlatform extends Error {
  override readonly name = 'NoBinaryForPlatform';

  /**
   * @param platform npm's name of it, e.g. `linux-x64`
   * @param reason the reason, as the end of a sentence
   */
  constructor(
    readonly platform: string,
    reason: string,
  ) {
    super(`The embedded PostgreSQL does not run on ${platform}: ${reason}. ${EXTERNAL}`);
  }
}

/** The embedded database did not start; the message has the reason and the end of PostgreSQL's log. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';

  /**
   * @param reason a sentence without its full stop
   * @param log the last lines of PostgreSQL's log of this attempt; empty if it was not started
   */
  constructor(
    readonly reason: string,
    readonly log = '',
  ) {
    super(
      `The embedded database cannot start: ${reason}. ${EXTERNAL}${log ? `\nOutput of PostgreSQL:\n${log}` : ''}`,
    );
  }
}
