import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@gatehouse/testing';
import { Fixture } from '../../support/fixture';
import type { Outcome } from '../program';
import { PYTHON } from '../servers/python';
import { type Block, blocksBelow } from './page';

/** The addresses of the page. */
const HOST = 'data.example.org';
const PROXY = `https://${HOST}/ows/proxy`;

/** Headings with files that the examples use. */
const FILES = ['Bearer or Basic', 'Python'];

/**
 * A person with a folder of their own, who follows docs/tokens.md: what the page says is written into files and executed, with
 * the addresses of a real proxy and with a token that allows the directory `public` of a service.
 */
export class TokenUser {
  /** The base of the proxy's addresses of services. */
  readonly proxy: string;
  /** The address that stands for `https://data.example.org` in examples without the proxy, such as that of nginx. */
  frontEnd: string | undefined;

  private constructor(
    readonly fixture: Fixture,
    readonly home: string,
    readonly userId: number,
    readonly port: number,
  ) {
    this.proxy = `http://127.0.0.1:${port}/ows/proxy`;
  }

  private value = '';
  private tokenId = '';

  get token(): string {
    return this.value;
  }

  static async open(): Promise<TokenUser> {
    const fixture = await Fixture.open();
    const home = await mkdtemp(join(tmpdir(), 'gatehouse-token-'));
    return new TokenUser(fixture, home, await fixture.addUser(), await freePort());
  }

  /**
   * Creates the token, restricted to the permissions on the given resources, starts the proxy, and puts the token into the files of
   * the page.
   */
  async begin(
    restriction: readonly {
      readonly resource_id: number;
      /** `recursive` by default. */
      readonly scope?: 'match' | 'recursive';
      readonly names: readonly string[];
    }[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { token, id } = await this.fixture.addToken(this.userId, {
      restriction: restriction.map((entry) => ({ scope: 'recursive' as const, ...entry })),
    });
    [this.value, this.tokenId] = [token, id];
    await this.fixture.startProxy({
      SVC_PROXY_PORT: String(this.port),
      SVC_PROXY_PUBLIC_URL: this.proxy,
      ...environment,
    });
    await this.prepare();
  }

  /** Puts the token into the files of the page. */
  async prepare(): Promise<void> {
    const [keeping] = blocksBelow('Keep it out of sight');
    if (!keeping) throw new Error('the page does not say how a token is stored');
    await succeeded(this.execute(keeping, `${this.value}\n`));
    for (const heading of FILES) await this.follow(heading);
  }

  async close(): Promise<void> {
    await this.fixture.close();
    await rm(this.home, { recursive: true });
  }

  /**
   * Writes the files and executes the commands and programs of a section, and returns what the last one has printed. `replaced`:
   * changes of the text, such as another directory. Fails with the error output of what fails.
   */
  async follow(heading: string, replaced: Readonly<Record<string, string>> = {}): Promise<string> {
    let printed = '';
    for (const block of blocksBelow(heading)) {
      const text = Object.entries(replaced).reduce((all, [from, to]) => all.replaceAll(from, to), block.text);
      const file = /^\w+ ~\/(\S+)$/.exec(block.info)?.[1];
      if (file !== undefined) await this.write(file, text);
      else if (block.info.endsWith(' run')) printed = await succeeded(this.execute({ ...block, text }));
    }
    return printed;
  }

  /** Removes files and folders of the user. */
  async remove(...files: readonly string[]): Promise<void> {
    for (const file of files) await rm(join(this.home, file), { recursive: true, force: true });
  }

  revoke(): Promise<number> {
    return this.fixture.revokeToken(this.tokenId);
  }

  private async write(file: string, text: string): Promise<void> {
    const path = join(this.home, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, this.inPlace(text).replaceAll('gth_…', this.value));
    await chmod(path, 0o600);
  }

  /** Runs a block. The token is in none of its words, so that it is in no argument of a process. */
  private execute({ info, text }: Block, input = ''): Promise<Outcome> {
    if (/gth_|\$\(cat|token\b.*https?:/.test(text))
      throw new Error(`a command of the page has a token: ${text}`);
    const [language = ''] = info.split(' ');
    const program = language === 'python' ? PYTHON : language === 'bash' ? 'bash' : 'sh';
    return this.run(program, ['-c', this.inPlace(text)], input);
  }

  /** Runs a program in the folder of the user. */
  async run(
    program: string,
    args: readonly string[],
    input = '',
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    const child = spawn(program, args, {
      cwd: this.home,
      env: {
        PATH: process.env['PATH'],
        HOME: this.home,
        LC_ALL: 'C.UTF-8',
        PYTHONPATH: this.home,
        PYTHONDONTWRITEBYTECODE: '1',
        GIT_TERMINAL_PROMPT: '0',
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    const errors: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    // A program may end without reading what it is given.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? -1, output: Buffer.concat(output), stderr: errors.join('') };
  }

  /** A text of the page with the addresses of this machine. Files for passwords name hosts without ports. */
  inPlace(text: string): string {
    const origin = this.frontEnd ?? new URL(this.proxy).origin;
    return text
      .replaceAll(PROXY, this.proxy)
      .replaceAll(`https://${HOST}`, origin)
      .replaceAll(HOST, '127.0.0.1')
      .replaceAll('/home/ada', this.home);
  }
}

async function succeeded(outcome: Promise<Outcome>): Promise<string> {
  const { code, output, stderr } = await outcome;
  if (code !== 0) throw new Error(`${code}: ${output.toString().slice(-500)}\n${stderr.slice(-2000)}`);
  return output.toString();
}
