import {
  type DatabaseAddress,
  MalformedDatabaseUrl,
  parseDatabaseUrl,
  placeOf,
} from '@gatehouse/database-url';
import { SourceFailure } from './source-failure';

/** A database of the reference: how to connect to it, and its name in reports. */
export interface SourceAddress {
  /** URL without a password. */
  readonly url: string;
  /** `host:port/database`. */
  readonly name: string;
}

const EXAMPLE = 'postgresql://magpie@host:5432/magpie';

/**
 * Reads the address of a source.
 *
 * @throws SourceFailure if it is not a URL, names no database, or has a password: other users of the machine see arguments
 */
export function sourceAddressOf(text: string): SourceAddress {
  const address = parsed(text);
  if (address.password !== undefined)
    throw new SourceFailure(
      'The address of the source has a password, which others can read in the list of processes.',
      `Write ${EXAMPLE}, and give the password by PGPASSWORD, by a file .pgpass, or with --password-stdin. Change the password if others use this machine.`,
    );
  if (address.database === undefined)
    throw new SourceFailure('The address of the source names no database.', `Write it as ${EXAMPLE}.`);
  return { url: text, name: placeOf(address) };
}

function parsed(text: string): DatabaseAddress {
  try {
    return parseDatabaseUrl(text);
  } catch (error) {
    if (!(error instanceof MalformedDatabaseUrl)) throw error;
    // Its example has a password.
    const problem = error.message.replaceAll('user:password@', 'user@');
    throw new SourceFailure(`The address of the source ${problem}.`, `Write it as ${EXAMPLE}.`);
  }
}
