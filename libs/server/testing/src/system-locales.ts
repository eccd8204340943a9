import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Compiles locales of the C library into a new folder, for programs that get it in `LOCPATH`: nothing is installed. Needs the
 * sources of Debian's package `locales`.
 *
 * @param names such as `tr_TR`; the locale is then `tr_TR.UTF-8`
 */
export async function makeLocales(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-locales-'));
  // Servers of databases run as another account.
  await chmod(folder, 0o755);
  for (const name of names)
    await run('localedef', ['--no-warnings=ascii', '-i', name, '-f', 'UTF-8', join(folder, `${name}.UTF-8`)]);
  return folder;
}
