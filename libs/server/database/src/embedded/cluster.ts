import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { APPLICATION, type Credentials, DATABASE, SUPERUSER, syncFolder } from './credentials';
import { CannotStart } from './errors';
import type { Programs } from './programs';
import { asArguments, initialSettings } from './server-settings';
import { dataArgument, type RunAs, runProcess } from './server-process';

/** Whether the cluster exists. It is moved into place complete, so that the existence of the folder is sufficient. */
export async function clusterExists(cluster: string): Promise<boolean> {
  return (await stat(cluster).catch(() => undefined)) !== undefined;
}

/**
 * Creates the cluster: the files of an empty PostgreSQL with the role and database of Gatehouse. It is created in a temporary
 * folder, which is renamed when everything is on the disk; after a crash the next start removes the temporary folder.
 *
 * Names compare by code point, and case folding follows Unicode, on every system: nothing depends on the
 * installed locales.
 */
export async function makeCluster(
  cluster: string,
  programs: Programs,
  credentials: Credentials,
  run: Omit<RunAs, 'folder'>,
): Promise<void> {
  await removeUnfinished(cluster);
  const folder = `${cluster}.${randomBytes(6).toString('hex')}.new`;
  await mkdir(folder, { mode: 0o700 });
  await chmod(folder, 0o700);
  if (run.account.other) await chown(folder, run.account.uid, run.account.gid);

  const runHere = { ...run, folder };
  try {
    await initialise(programs, credentials, runHere);
    await execute(
      programs,
      [
        `CREATE ROLE ${APPLICATION} LOGIN CREATEDB PASSWORD '${credentials.application}'`,
        // The log must not contain values of rows, which the details of a violated constraint have.
        `ALTER ROLE ${APPLICATION} SET log_error_verbosity = terse`,
        `CREATE DATABASE ${DATABASE} OWNER ${APPLICATION}`,
      ],
      runHere,
    );
    await rename(folder, cluster);
  } catch (error) {
    // What remains of it may be what fills the disk.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(cluster));
}

/** Sets new passwords of the roles, after the file with the old ones was lost. */
export async function resetPasswords(
  programs: Programs,
  credentials: Credentials,
  run: RunAs,
): Promise<void> {
  await execute(
    programs,
    [
      `ALTER ROLE ${SUPERUSER} PASSWORD '${credentials.superuser}'`,
      `ALTER ROLE ${APPLICATION} PASSWORD '${credentials.application}'`,
    ],
    run,
  );
}

/** Removes what a killed start left behind. One of its programs may still be writing, hence the retries. */
async function removeUnfinished(cluster: string): Promise<void> {
  const name = new RegExp(`^${basename(cluster)}\\.[0-9a-f]{12}\\.new(\\.password)?$`);
  for (const entry of await readdir(dirname(cluster)))
    if (name.test(entry))
      await rm(join(dirname(cluster), entry), {
        recursive: true,
        force: true,
        maxRetries: 20,
        retryDelay: 50,
      });
}

async function initialise({ initdb }: Programs, { superuser }: Credentials, run: RunAs): Promise<void> {
  const password = await hiddenFile(`${run.folder}.password`, `${superuser}\n`, run);
  try {
    const { code, signal, output } = await runProcess(
      initdb,
      [
        `--pgdata=${dataArgument(run.folder)}`,
        `--username=${SUPERUSER}`,
        '--pwfile=/dev/fd/3',
        '--auth-local=scram-sha-256',
        '--auth-host=reject',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...asArguments('--set', initialSettings),
      ],
      run,
      { onParentDeath: 'KILL', file: password.fd },
    );
    if (code !== 0) throw new CannotStart(`initdb ended with ${signal ?? `code ${code}`}`, output);
  } finally {
    await password.close();
  }
}

/** An unlinked file, passed to a program as a descriptor: a crash cannot leave it behind. */
async function hiddenFile(path: string, content: string, { account }: RunAs) {
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  // Linux opens /dev/fd/n again, with the permissions of the opening process.
  if (account.other) await handle.chown(account.uid, account.gid);
  await handle.write(content, 0);
  return handle;
}

/** Executes statements without a server: PostgreSQL's single-user mode reads them from its standard input. */
async function execute({ postgres }: Programs, statements: readonly string[], run: RunAs): Promise<void> {
  const { code, signal, output } = await runProcess(
    postgres,
    [
      '--single',
      '-D',
      dataArgument(run.folder),
      // A failing statement contains a password, which must not be logged.
      ...asArguments('-c', { log_min_error_statement: 'panic', log_destination: 'stderr', fsync: 'on' }),
      'postgres',
    ],
    run,
    { onParentDeath: 'KILL', input: statements.map((statement) => `${statement};\n`).join('') },
  );
  // The exit code does not report failed statements.
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output))
    throw new CannotStart(`preparing the database ended with ${signal ?? `code ${code}`}`, output);
}
