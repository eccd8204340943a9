import { isNativeError } from 'node:util/types';
import { DatabaseError } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';

/**
 * The database cannot be reached, ended the connection, did not answer in time, or cannot carry out what it is asked now. What
 * was not committed has no effect.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** The database can be reached, but must not be used: it only reads, is another one, or sessions are not as they have to be. */
export class DatabaseUnsuitable extends DatabaseUnavailable {
  override readonly name: string = 'DatabaseUnsuitable';

  /**
   * @param cause a sentence without its full stop
   * @param remedy a sentence for the operator
   */
  constructor(
    cause: string,
    readonly remedy: string,
  ) {
    super(cause);
  }
}

/** The database goes on, but cannot carry out the statement, for example because its disk is full. The transaction is rolled back. */
export class DatabaseIncapable extends DatabaseUnavailable {
  override readonly name: string = 'DatabaseIncapable';

  constructor(
    message: string,
    /** Whether it could not store something for lack of space: it still reads. */
    readonly isDiskFull: boolean,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
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

/** SQLSTATEs of statements that fail because of other transactions: serialization failure, deadlock. */
const CONFLICT = /^(?:40001|40P01)$/;

/**
 * SQLSTATEs of servers that cannot serve now: classes 08 (the connection), 28 (the role is not admitted any more), 3D (the database is
 * missing), 53 (no space, memory or connection left), 57P (the server ends or starts, the database was dropped) and 58 (errors of the
 * system), a server that only reads, and conflicts. Source: PostgreSQL manual, appendix A.
 */
const UNAVAILABLE = /^(?:08...|28...|3D...|53...|57P..|58...|25006|40001|40P01)$/;

/** Those of them after which the connection has ended, so that the end of a commit is not known. */
const ENDS_CONNECTION = /^(?:57P..|08...)$/;

/**
 * What PostgreSQL says about files that may not grow, such as those under a quota of the file system: it has an SQLSTATE
 * only for a full device.
 */
const CANNOT_GROW = /^could not (?:extend|write)/;

/** Whether an error of the driver is an answer of a server that goes on, and says something about the statement. */
function isAnswer(error: unknown): error is DatabaseError {
  return (
    error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '') && !CANNOT_GROW.test(error.message)
  );
}

/** Whether a server has rolled the transaction back. A message in another language than English is no proof. */
function isRolledBack(error: unknown): error is DatabaseError {
  return (
    error instanceof DatabaseError && error.severity === 'ERROR' && !ENDS_CONNECTION.test(error.code ?? '')
  );
}

/** The error of a statement, or of an attempt to connect; `isLost`: the connection cannot be used any more. */
export function errorOf(error: unknown, isLost: boolean): unknown {
  if (error instanceof DatabaseUnavailable || isAnswer(error)) return error;
  if (!isLost && !(error instanceof DatabaseError)) return error;
  const message = `the database is unavailable: ${messageOf(error)}`;
  return isRolledBack(error)
    ? new DatabaseIncapable(message, isDiskFull(error), { cause: error })
    : new DatabaseUnavailable(message, { cause: error });
}

/** Whether a statement has failed because of other transactions: the same may succeed if it is repeated with its whole transaction. */
export function isConflict(thrown: unknown): boolean {
  const cause = unavailability(thrown)?.cause;
  return cause instanceof DatabaseError && CONFLICT.test(cause.code ?? '');
}

/** The message of an error; that of a connection to several addresses is empty. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return isNativeError(error) ? error.message : String(error);
}

function isDiskFull({ code, message }: DatabaseError): boolean {
  return code === '53100' || CANNOT_GROW.test(message);
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
