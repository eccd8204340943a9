import { execFileSync } from 'node:child_process';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isZombie: boolean;
}

function processes(): Process[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return pid && parent
      ? [{ pid: Number(pid), parent: Number(parent), isZombie: state.startsWith('Z') }]
      : [];
  });
}

/** Descendants of a process, children first. */
export function descendantsOf(pid: number): number[] {
  const all = processes();
  const found = [pid];
  for (const one of found)
    found.push(...all.filter(({ parent }) => parent === one).map((process) => process.pid));
  return found.slice(1);
}

/** The processes that still run. */
export function aliveOf(pids: readonly number[]): number[] {
  const running = new Set(processes().flatMap(({ pid, isZombie }) => (isZombie ? [] : [pid])));
  return pids.filter((pid) => running.has(pid));
}
