import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDataSource } from '@gatehouse/database';
import { DumpSource, SourceFailure, TemporaryTables } from '@gatehouse/import';
import { OwnServer } from '@gatehouse/testing';

const run = promisify(execFile);
/** Bytes: less than the staged users. */
const MAX_FILE_BYTES = 4_194_304;
const USERS = 60_000;

/** A dump whose users need several megabytes. */
function dump(): string {
  const rows = Array.from(
    { length: USERS },
    (_, id) => `${id}\tuser${id}\t${'x'.repeat(60)}\tuser${id}@example.org\t1\t\\N\t\\N\n`,
  );
  return `-- PostgreSQL database dump\nCOPY public.users (id, user_name, user_password, email, status, registered_date, last_login_date) FROM stdin;\n${rows.join('')}\\.\n-- PostgreSQL database dump complete\n`;
}

describe('staging of an import', () => {
  it('fails with a remedy where the disk of temporary tables is full, and the connection goes on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-import-disk-'));
    const server = await OwnServer.make();
    const session = await createDataSource({
      url: server.url,
      poolSize: 1,
      keepsConnections: true,
    }).initialize();
    try {
      const path = join(folder, 'magpie.sql');
      await writeFile(path, dump());
      const [backend] = await session.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
      const { uid, gid } = await stat(`/proc/${server.pid}`);
      const limited = ['--pid', String(backend?.pid), `--fsize=${MAX_FILE_BYTES}:`];
      await run('prlimit', limited, { uid, gid });
      const staging = new DumpSource(path).stage(new TemporaryTables(session), () => undefined);
      const failure = await staging.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SourceFailure);
      const { message, remedy } = failure as SourceFailure;
      expect(message).toBe(
        'The database of Gatehouse has no space left for the rows of the source (table users).',
      );
      expect(remedy).toContain('temp_tablespaces');
      expect(await session.query('SELECT pg_backend_pid() AS pid')).toEqual([backend]);
    } finally {
      await session.destroy();
      await server.remove();
      await rm(folder, { recursive: true });
    }
  });
});
