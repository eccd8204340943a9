import { DatabaseError } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { ConflictingNames } from './conflicting-names';

/** The database cannot be reached, ended the connection, or did not answer in time. What was not committed has no effect. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** The connection was lost between a commit and its confirmation: whether the revision exists is unknown. */
export class OutcomeUnknown extends DatabaseUnavailable {
  override readonly name: string = 'OutcomeUnknown';

  constructor(
    /** The revision that exists if it was committed. Another transaction can have it otherwise. */
    readonly revision: number,
    cause: DatabaseUnavailable,
  ) {
    super(`it is not known whether revision ${revision} was committed: ${cause.message}`, { cause });
  }
}

/**
 * SQLSTATEs of servers that end, start or accept no further connection: class 57P without `idle_session_timeout` and such, 08,
 * and `too_many_connections`. Source: PostgreSQL manual, appendix A.
 */
const UNAVAILABLE = /^(?:57P0[1-4]|08...|53300)$/;

/** Whether an error of the driver is an answer of a server that goes on. */
function isAnswer(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '');
}

/** The error of a statement, or of an attempt to connect; `isLost`: the connection cannot be used any more. */
export function errorOf(error: unknown, isLost: boolean): unknown {
  if (error instanceof DatabaseUnavailable || isAnswer(error)) return error;
  if (!isLost && !(error instanceof DatabaseError)) return error;
  return new DatabaseUnavailable(`the database is unavailable: ${messageOf(error)}`, { cause: error });
}

/** The message of an error; that of a connection to several addresses is empty. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether the database could not store something for lack of space. PostgreSQL has a code for a full device, not for files that
 * may not grow, such as those under a quota of the file system.
 */
export function isDiskFull(thrown: unknown): boolean {
  const error: unknown = thrown instanceof QueryFailedError ? thrown.driverError : thrown;
  return (
    error instanceof DatabaseError &&
    (error.code === '53100' || /^could not (?:extend|write)/.test(error.message))
  );
}

/** SQLSTATEs of a server that refuses the account, its password or the database. */
const REFUSED = /^(?:28...|3D000|42501)$/;

/** Without secrets, why a process cannot start with its database; undefined for any other error. */
export function startProblem(error: unknown): string | undefined {
  if (error instanceof ConflictingNames) return error.message;
  const cause =
    error instanceof DatabaseError && REFUSED.test(error.code ?? '') ? error : unavailability(error);
  return cause && `SVC_DB_URL does not lead to a usable database: ${cause.message}`;
}

/** What made the database unavailable, out of what TypeORM throws; undefined for any other error. */
export function unavailability(thrown: unknown): DatabaseUnavailable | undefined {
  if (thrown instanceof DatabaseUnavailable) return thrown;
  if (thrown instanceof QueryFailedError) return unavailability(thrown.driverError);
  // Only the loss of its connection releases the runner of a transaction while the transaction is running.
  if (thrown instanceof QueryRunnerAlreadyReleasedError)
    return new DatabaseUnavailable('the connection to the database was lost', { cause: thrown });
  return undefined;
}
