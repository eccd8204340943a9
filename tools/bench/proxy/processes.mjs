// Processes of the benchmark: started on separate cores, measured by the kernel's accounting.
import { execFileSync, fork, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Clock ticks a second of /proc/[pid]/stat. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Keeps a process and all its threads on one core. @param {number | undefined} pid @param {number} core */
export function pin(pid, core) {
  execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

/** A script of this folder as a process. @param {string} script @param {number} core @param {...(string | number)} args */
export async function start(script, core, ...args) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, args.map(String), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  child.disconnect();
  pin(child.pid, core);
  return { pids: () => [child.pid], stop: () => ended(child) };
}

/** nginx with one worker; `servers` are its server blocks. @param {string} servers @param {number} core */
export async function startNginx(servers, core) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-nginx-'));
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 4096; }
     http { access_log off; proxy_temp_path ${folder}/proxy; client_body_temp_path ${folder}/body;
       fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       keepalive_requests 1000000; proxy_max_temp_file_size 0; ${servers} }`,
  );
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  await sleep(500);
  if (child.exitCode !== null) throw new Error('nginx did not start');
  const pids = () => [child.pid, ...childrenOf(child.pid)];
  for (const pid of pids()) pin(pid, core);
  return {
    pids,
    stop: async () => {
      await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Seconds of processor time that processes have used so far. @param {(number | undefined)[]} pids */
export function cpuSeconds(pids) {
  let ticks = 0;
  for (const pid of pids) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS;
}

/** Resident memory in MB. @param {(number | undefined)[]} pids */
export function residentMb(pids) {
  const kb = pids.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
  return kb.reduce((sum, value) => sum + value, 0) / 1024;
}

/** @typedef {{ requests: number, seconds: number, bytes: number, p50: number, p99: number, errors: number }} Load */

/** Load by wrk from core 0. @param {string} url @param {{ connections: number, seconds: number, headers?: string[] }} how @returns {Promise<Load>} */
export async function load(url, { connections, seconds, headers = [] }) {
  const report = fileURLToPath(new URL('report.lua', import.meta.url));
  const args = [
    '-c',
    '0',
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    report,
  ];
  for (const header of headers) args.push('-H', header);
  const child = spawn('taskset', [...args, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  const line = /^RESULT (.*)$/m.exec(text)?.[1];
  if (line === undefined) throw new Error(`wrk: ${text}`);
  return JSON.parse(line);
}

/** The processes that a process has started. @param {number | undefined} pid */
export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
      } catch {
        // Gone between the listing and the look.
        return false;
      }
    })
    .map(Number);
}

async function ended(child) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}
