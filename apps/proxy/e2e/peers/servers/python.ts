import { homedir } from 'node:os';
import { join } from 'node:path';

/** The interpreter of the environment that `tools/scripts/peers-python.mjs` makes. */
export const PYTHON = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'gatehouse/peers-python/bin/python',
);

/** The folder of the tests' Python programs. */
export const PROGRAMS = join(__dirname, '../python');
