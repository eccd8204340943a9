import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { RunningSystem } from './system';

const runFile = promisify(execFile);

/** The administrator's password in the documents. */
export const SVC_ADMIN_PASSWORD = 'what the first start has shown';

/** A command of a page, with the reply that the page states. */
export interface Command {
  readonly text: string;
  /** Assignments of variables before the command. */
  readonly setting: string;
  /** Without one, the page shows a command that succeeds. */
  readonly status: number | undefined;
  /** `X-Gatehouse-Reason` of a refusal by the proxy, where the page states it. */
  readonly reason: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly reason: string | undefined;
  readonly text: string;
}

/** `# 403 permission_denied`, `# 200: what the reply is`. */
const ANSWER = /\s{3,}# (\d{3})(?: ([a-z_-]+)|:.*)?$/;

/** The texts of the blocks of a page with this info string, in their order. */
export function blocksOf(page: string, info: string): string[] {
  const text = readFileSync(join(process.cwd(), page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${info}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

/** The commands of a page that are executed, in their order: the content of its blocks `sh run`. */
export function commandsOf(page: string): Command[] {
  const settings: string[] = [];
  const commands: Command[] = [];
  for (const line of blocksOf(page, 'sh run').flatMap(linesOf)) {
    if (/^\w+=/.test(line)) {
      settings.push(line);
      continue;
    }
    if (!line.startsWith('curl ')) throw new Error(`${page} runs ${line}`);
    const [all = '', status, reason] = ANSWER.exec(line) ?? [];
    const command = all === '' ? line : line.slice(0, -all.length);
    commands.push({
      text: command,
      setting: settings.join('\n'),
      status: status === undefined ? undefined : Number(status),
      reason,
    });
  }
  return commands;
}

/** The lines of a block, each with those that continue it; without blank lines and comments. */
function linesOf(block: string): string[] {
  const lines: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    open += open === '' ? line : `\n${line}`;
    const quotes = open.split("'").length - 1;
    if (line.endsWith('\\') || (quotes % 2 === 1 && !open.startsWith('#'))) continue;
    if (open !== '' && !open.startsWith('#')) lines.push(open);
    open = '';
  }
  return lines;
}

/** `curl` as in the guide, without the configuration of the machine, with the header of the reply in a file. */
const CURL = `curl() { command curl -q -sS --noproxy '*' --max-time 20 -D head -o body -w '%{http_code}' "$@"; }`;

/**
 * Runs a command in `folder`, where cookies are kept. `places` replaces the addresses of the guide by those of the test.
 */
export async function carryOut(
  { text, setting }: Command,
  folder: string,
  places: (text: string) => string,
): Promise<Reply> {
  const script = [CURL, places(setting), places(text)].join('\n');
  // The end of a connection that has changed its protocol is an empty reply (52) to curl; what counts is the status.
  const { stdout } = await runFile('sh', ['-c', `${script} || [ "$?" = 52 ]`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  const head = readFileSync(join(folder, 'head'), 'latin1');
  return {
    status: Number(stdout),
    reason: /^x-gatehouse-reason: *([^\r\n]*)/im.exec(head)?.[1],
    text: readFileSync(join(folder, 'body'), 'utf8'),
  };
}

/** Carries out a command of a page; again until the proxy has received the last change, for 30 s at most. */
export async function settled(
  command: Command,
  folder: string,
  places: (text: string) => string,
): Promise<Reply> {
  const isProxied = /\$proxy|:2002\//.test(command.text);
  for (const end = Date.now() + 30_000; ; await sleep(20)) {
    const reply = await carryOut(command, folder, places);
    if (isAsShown(command, reply) || Date.now() > end || !isProxied) return reply;
  }
}

/** Whether a reply is the one that the page shows. */
export function isAsShown({ status, reason }: Command, reply: Reply): boolean {
  const isStatus = status === undefined ? reply.status < 400 : reply.status === status;
  return isStatus && (reason === undefined || reply.reason === reason);
}

/** Replaces the addresses of a page by those of a running system, and of the services behind it. */
export function placesOf(system: RunningSystem, services: Server): (text: string) => string {
  const { port } = services.address() as AddressInfo;
  return (text) =>
    text
      .replaceAll('http://localhost:2001', system.apiUrl)
      .replaceAll('http://localhost:2002', system.proxyUrl)
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, `http://127.0.0.1:${port}`);
}
