import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Identifies the set of processes that this one can see and signal: on Linux the boot and the pid namespace, elsewhere the
 * host. Process ids are comparable only within one machine; two containers on one volume are two machines.
 */
export async function machine(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
}

/**
 * The start time of a process, to be compared for equality only: together with the id it identifies one process
 * permanently, because ids are reused. `undefined` if there is no such process, or it is a zombie.
 */
export async function startTime(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) return undefined;
    // The second field is the program's name in parentheses and may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  }
  const listed = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => undefined);
  const [state, ...started] = listed?.stdout.trim().split(/\s+/) ?? [];
  return state === undefined || state.startsWith('Z') || started.length === 0 ? undefined : started.join(' ');
}

/** Whether a process is a PostgreSQL server whose data are in `folder` (an absolute path without symbolic links). */
export async function isPostgresOn(pid: number, folder: string): Promise<boolean> {
  if ((await startTime(pid)) === undefined) return false;
  if (process.platform === 'linux')
    return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === folder;
  const listed = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => undefined);
  return /(^|\/)postgres/.test(listed?.stdout.trim() ?? '');
}
