import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** A command of a guide, with the reply that the guide states. */
export interface Command {
  readonly text: string;
  /** Assignments of variables before the command. */
  readonly setting: string;
  readonly status: number;
  /** `X-Gatehouse-Reason` of a refusal by the proxy. */
  readonly reason: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly reason: string | undefined;
  readonly text: string;
}

const ANSWER = /\s{3}# (\d{3})(?: ([a-z_-]+))?$/;

/** The commands of a page below docs/ in their order: the content of its shell blocks. */
export function commandsOf(page: string): Command[] {
  const text = readFileSync(join(process.cwd(), 'docs', page), 'utf8');
  const lines = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) => linesOf(block));
  const settings: string[] = [];
  const commands: Command[] = [];
  for (const line of lines) {
    if (/^\w+=/.test(line)) {
      settings.push(line);
      continue;
    }
    const answer = ANSWER.exec(line);
    if (!line.startsWith('curl ') || !answer) throw new Error(`no reply is documented for ${line}`);
    const [all, status, reason] = answer;
    const command = line.slice(0, -all.length);
    commands.push({ text: command, setting: settings.join('\n'), status: Number(status), reason });
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
