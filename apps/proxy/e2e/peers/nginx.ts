import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gatehouse/testing';

/** A real nginx on loopback, configured as documented. */
export interface Nginx {
  readonly port: number;
  stop(): Promise<void>;
}

interface Options {
  /** Replies of Gatehouse are cached. */
  readonly caches?: boolean;
  /** What an operator changes. */
  readonly edit?: (text: string) => string;
  /** Where it listens, if that was changed. */
  readonly port?: number | undefined;
}

const DOCUMENTED = join(__dirname, '../../../../docs/front-ends/nginx.conf');
/** Debian installs it where only the PATH of the administrator leads. */
const PATH = [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter);
/** nginx ends with the process that holds the pipe of its standard input. */
const TETHERED = 'nginx "$@" & child=$!; read -r _; kill "$child"; wait "$child"';

/** What an operator may add to the documented proxy_pass: a cache that all clients share. */
const CACHE = `
        proxy_cache shared;
        proxy_cache_revalidate on;
        proxy_cache_valid any 1m;
        add_header X-Cache $upstream_cache_status always;`;

/**
 * Starts nginx with the text of `docs/front-ends/nginx.conf`, in which the example ports are replaced by those of this
 * Gatehouse and of the service `thredds`. Fails where nginx is not installed.
 */
export async function startNginx(
  ports: { readonly gatehouse: number; readonly service: number; readonly api?: number },
  { caches = false, port = undefined, edit = (text) => text }: Options = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-nginx-'));
  const listening = port ?? (await freePort());
  const text = edit(await readFile(DOCUMENTED, 'utf8'));
  const { gatehouse, service, api = gatehouse } = ports;
  const own = replaced(caches ? cached(text) : text, {
    2001: api,
    2002: gatehouse,
    8080: service,
    ...(port === undefined && { 8088: listening }),
  });
  await writeFile(join(folder, 'documented.conf'), own);
  await writeFile(join(folder, 'nginx.conf'), surrounding(folder));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const process = spawn('sh', ['-c', TETHERED, 'sh', ...args], {
    env: { PATH },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errors = '';
  process.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const stop = async () => {
    const exited = once(process, 'exit');
    process.stdin.end();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await isListening(listening))) {
    if (/emerg|not found/.test(errors)) {
      await stop();
      throw new Error(`nginx cannot start: ${errors}`);
    }
    await sleep(10);
  }
  return { port: listening, stop };
}

/** The configuration around the documented part, so that nginx needs no account and no system folder. */
function surrounding(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, kind)};`,
  );
  return [
    'daemon off;',
    'master_process off;',
    `pid ${join(folder, 'nginx.pid')};`,
    'events {}',
    'http {',
    '  access_log off;',
    `  proxy_cache_path ${join(folder, 'cache')} keys_zone=shared:1m;`,
    ...temporary,
    '  include documented.conf;',
    '}\n',
  ].join('\n');
}

/** nginx caches only what it buffers. */
function cached(text: string): string {
  const after = text.replace('proxy_buffering off;', CACHE);
  if (after === text) throw new Error('the documented part does not switch buffering off');
  return after;
}

function replaced(text: string, ports: Readonly<Record<string, number>>): string {
  return Object.entries(ports).reduce((before, [documented, own]) => {
    const after = before.replaceAll(`127.0.0.1:${documented};`, `127.0.0.1:${own};`);
    if (after === before) throw new Error(`the documented part does not use port ${documented}`);
    return after;
  }, text);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
