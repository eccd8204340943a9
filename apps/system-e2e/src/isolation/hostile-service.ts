import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import type { Attempt } from './attempt';

/** What the scripts of hostile pages know (`config` of `isolation/pages/attack.js`). */
export interface AttackConfig {
  readonly attempt: string;
  /** Address of the collector. */
  readonly collector: string;
  /** Bases at which the API may be reached. */
  readonly apis: readonly string[];
  /** Path of the API, without a slash at the end. */
  readonly apiPath: string;
  /** Path of the hostile service. */
  readonly servicePath: string;
  /** An address of another service. */
  readonly otherService: string;
  readonly victim: string;
  readonly newUser: Readonly<Record<string, string>>;
  readonly attacker: { readonly user_name: string; readonly password: string };
  readonly membership: Readonly<Record<string, string>>;
  /** Name of the session cookie, and a value for a session of the attacker. */
  readonly cookie: string;
  readonly token: string;
  /** Domains for which the page tries to set cookies. */
  readonly domains: readonly string[];
}

const PAGES = join(__dirname, '../../isolation/pages');
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  xml: 'text/xml',
  xsl: 'text/xml',
};

/** A web service whose pages attack whoever opens them. */
export class HostileService {
  private current: { readonly attempt: Attempt; readonly config: AttackConfig } | undefined;

  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<HostileService> {
    const server = createServer((request, response) => {
      request.resume();
      const { pathname, search } = new URL(request.url ?? '/', 'http://service');
      const file = pathname.slice(1);
      const text = service.textOf(file, search);
      if (text === undefined) {
        response.writeHead(404).end();
        return;
      }
      const extension = file.split('.').at(-1) ?? '';
      response.setHeader('Content-Type', TYPES[extension] ?? 'text/plain');
      response.setHeader('Service-Worker-Allowed', '/');
      for (const [name, value] of Object.entries(service.headers())) response.setHeader(name, value);
      response.end(text);
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
    const service: HostileService = new HostileService(url, () => closeServer(server));
    return service;
  }

  /** Replies with the pages of an attempt from here on. */
  prepare(attempt: Attempt, config: AttackConfig): void {
    this.current = { attempt, config };
  }

  private textOf(file: string, search: string): string | undefined {
    if (!this.current || !/^[\w-]+\.\w+$/.test(file)) return undefined;
    const { config } = this.current;
    // The text may become part of a page.
    const known = JSON.stringify(config).replaceAll('<', '\\u003c');
    const attack = `const config = ${known};\n${read('attack.js')}`;
    const api = config.apis[0] ?? '';
    const target =
      search === '?signout'
        ? `${api}/signout`
        : `${api}/signin?${new URLSearchParams({ ...config.attacker })}`;
    return read(file)
      ?.replace('/* attack */', () => attack)
      .replace('{{target}}', () => target.replaceAll('&', '&amp;'));
  }

  private headers(): Readonly<Record<string, string | string[]>> {
    if (!this.current) return {};
    const { attempt, config } = this.current;
    const filled = (value: string): string =>
      value
        .replace('{token}', config.token)
        .replace('{apiPath}', config.apiPath)
        .replace('{domain}', config.domains[0] ?? 'localhost');
    return Object.fromEntries(
      Object.entries(attempt.headers ?? {}).map(([name, value]) => [
        name,
        typeof value === 'string' ? filled(value) : value.map(filled),
      ]),
    );
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(join(PAGES, file), 'utf8');
  } catch {
    return undefined;
  }
}
