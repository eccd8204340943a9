import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { type DatabaseAddress, parseDatabaseUrl } from '@gatehouse/database-url';
import { DatabaseUnsuitable } from './unavailable';

/**
 * The options of the driver for a database URL, which it does not parse itself: it would verify no certificates with some modes
 * of its next versions, and show parts of URLs that it misreads.
 *
 * @throws MalformedDatabaseUrl
 * @throws DatabaseUnsuitable if a file with certificates cannot be read
 */
export function connectionOptions(url: string): ClientConfig {
  const address = parseDatabaseUrl(url);
  const { host, port, database, user, password, applicationName, options } = address;
  return {
    host,
    port,
    database,
    user,
    password,
    ...tlsOptions(address),
    ...(applicationName === undefined ? {} : { application_name: applicationName }),
    ...(options === undefined ? {} : { options }),
  };
}

/** Without a mode, the driver follows `PGSSLMODE`, as the programs of PostgreSQL do. */
function tlsOptions({ tls, host, files }: DatabaseAddress): { readonly ssl?: false | ConnectionOptions } {
  if (tls === undefined) return {};
  if (tls === 'off') return { ssl: false };
  const read = (name: string, path: string | undefined): string | undefined => path && readPem(name, path);
  return {
    ssl: {
      rejectUnauthorized: tls === 'verified',
      // Authorities of the system are those of Node.
      ca: files.ca === 'system' ? undefined : read('sslrootcert', files.ca),
      cert: read('sslcert', files.certificate),
      key: read('sslkey', files.key),
      // A certificate names an address only if it is asked for: the name of a server cannot be one.
      ...(isIP(host) === 0 ? {} : { host }),
    },
  };
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DatabaseUnsuitable(
      `${name} names a file that cannot be read (${code})`,
      'Correct its path, which is relative to the working directory, or its permissions.',
    );
  }
}
