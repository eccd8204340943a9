import { isNativeError } from 'node:util/types';
import { DatabaseError } from 'pg';
import { MalformedDatabaseUrl, parseDatabaseUrl, placeOf } from '@gatehouse/database-url';
import { DatabaseUnsuitable, unavailability } from '../unavailable';

/** Why a process cannot use its database, in one line: setting, place, cause, remedy. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';

  private constructor(
    line: string,
    /** Whether it may end by itself: the database is starting, or full of connections. */
    readonly isTransient: boolean,
    options: ErrorOptions,
  ) {
    super(line, options);
  }

  /**
   * What `error` says about the database of a setting; undefined if it is no problem of the database.
   *
   * @param setting the name of the setting
   * @param url its value, of which host, port and database are shown
   */
  static of(error: unknown, setting: string, url: string): DatabaseProblem | undefined {
    if (error instanceof DatabaseProblem) return error;
    if (error instanceof MalformedDatabaseUrl)
      return new DatabaseProblem(`${setting} ${error.message}`, false, { cause: error });
    const explained = explain(error);
    if (!explained) return undefined;
    const { cause, remedy, isTransient = false } = explained;
    const place = placeOf(parseDatabaseUrl(url));
    return new DatabaseProblem(`${setting} (${place}): ${cause}. ${remedy}`, isTransient, { cause: error });
  }
}

interface Explanation {
  readonly cause: string;
  readonly remedy: string;
  readonly isTransient?: boolean;
}

const START = 'Start the server, or correct host and port.';

/** Errors of the system on the way to a server, by their codes. */
const BY_CODE: ReadonlyMap<string, Omit<Explanation, 'isTransient'>> = new Map([
  ['ECONNREFUSED', { cause: 'the server refuses connections', remedy: START }],
  ['ENOENT', { cause: 'there is no socket of a server in this folder', remedy: START }],
  ['ECONNRESET', { cause: 'the connection was reset', remedy: START }],
  ['EPIPE', { cause: 'the connection was reset', remedy: START }],
  [
    'ETIMEDOUT',
    { cause: 'the server does not answer', remedy: 'Correct host and port, or open the firewall.' },
  ],
  ['EHOSTUNREACH', { cause: 'the host cannot be reached', remedy: 'Correct the host, or the network.' }],
  ['ENETUNREACH', { cause: 'the host cannot be reached', remedy: 'Correct the host, or the network.' }],
  [
    'ENOTFOUND',
    { cause: 'the name of the host is not known', remedy: 'Correct the host, or the name server.' },
  ],
  ['EAI_AGAIN', { cause: 'the name server does not answer', remedy: 'Correct the name server.' }],
]);

/** Answers of servers, by SQLSTATE. Their texts may name the user, and are in the language of the server. */
const BY_STATE: ReadonlyMap<string, Explanation> = new Map([
  [
    '28P01',
    {
      cause: 'the server refuses the password',
      remedy: 'Correct user and password; reserved characters are escaped (%40 for @).',
    },
  ],
  [
    '28000',
    {
      cause: 'the server does not admit this role from here',
      remedy:
        'Check that the role exists and may log in, and pg_hba.conf; a server that demands TLS needs sslmode=verify-full.',
    },
  ],
  [
    '3D000',
    {
      cause: 'the database does not exist',
      remedy: 'Create it, as docs/database.md describes, or correct its name.',
    },
  ],
  [
    '57P03',
    { cause: 'the server is starting or stopping', remedy: 'Wait until it is ready.', isTransient: true },
  ],
  [
    '53300',
    {
      cause: 'the server has no connection left for this role or database',
      remedy: 'Raise max_connections, or lower SVC_DB_POOL.',
      isTransient: true,
    },
  ],
]);

/** Errors of the verification of certificates, of OpenSSL and Node. */
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(?:GET|VERIFY))/;

function explain(error: unknown): Explanation | undefined {
  if (error instanceof DatabaseUnsuitable) return { cause: error.message, remedy: error.remedy };
  const failure = unavailability(error)?.cause ?? error;
  if (!isNativeError(failure)) return undefined;
  if (failure instanceof AggregateError) return explain(failure.errors[0]);
  if (failure instanceof DatabaseError) return explainAnswer(failure);
  const code = String((failure as NodeJS.ErrnoException).code ?? '');
  const known = BY_CODE.get(code);
  if (known) return { ...known, isTransient: true };
  return explainTls(failure, code) ?? explainText(failure.message) ?? explainUnknown(error);
}

function explainAnswer({ code = '', message, severity }: DatabaseError): Explanation {
  const known = BY_STATE.get(code);
  if (known) return known;
  if (code === '42501')
    return {
      cause: `the role lacks a privilege (${message})`,
      remedy: 'Grant it, as docs/database.md describes.',
    };
  // pgbouncer has one SQLSTATE for all that it refuses.
  const isWaiting = /server login has been failing|cannot connect to server|server_login_retry/.test(message);
  return {
    cause: `the server answers ${code}${severity === 'FATAL' ? `: ${message}` : ''}`,
    remedy: 'See the log of the server.',
    isTransient: isWaiting,
  };
}

function explainTls({ message }: Error, code: string): Explanation | undefined {
  if (/does not support SSL/.test(message))
    return {
      cause: 'the server has no TLS, which sslmode demands',
      remedy: 'Enable TLS at the server, or set sslmode=disable where nobody can read the network.',
    };
  if (CERTIFICATE.test(code))
    return {
      cause: `the certificate of the server is not accepted (${code})`,
      remedy:
        'Name the certificate of its authority in sslrootcert, and the host as the certificate has it; every sslmode from prefer on verifies both.',
    };
  return code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code.startsWith('ERR_OSSL')
    ? {
        cause: `TLS fails (${code})`,
        remedy: 'Check the certificates that sslrootcert, sslcert and sslkey name, and the server.',
      }
    : undefined;
}

/** Errors of the driver that have no code. */
function explainText(message: string): Explanation | undefined {
  if (/must be a (?:non-empty )?string/.test(message) && /SASL|password/.test(message))
    return {
      cause: 'the server asks for a password, and the URL has none',
      remedy: 'Add the password to the URL: postgresql://user:password@host/database.',
    };
  if (/^SASL/.test(message))
    return {
      cause: 'the server asks for a way to sign in that is not supported',
      remedy: 'Use scram-sha-256 in pg_hba.conf.',
    };
  if (/timeout|did not answer within/i.test(message))
    return {
      cause: 'the server does not answer in time',
      remedy: 'Correct host and port, or raise SVC_DB_TIMEOUT.',
      isTransient: true,
    };
  if (/terminated|not queryable|closed the connection|connection to the database was lost/i.test(message))
    return { cause: 'the server closes the connection', remedy: 'See its log.', isTransient: true };
  return undefined;
}

/** Whatever else makes a database unavailable; other errors are defects, and have a stack. */
function explainUnknown(error: unknown): Explanation | undefined {
  const cause = unavailability(error);
  return cause && { cause: cause.message, remedy: 'See the log of the server.' };
}
