import type { Api } from '../connection/api';
import { rowsIn } from '../connection/reply-fields';
import type { Operation } from '../declaration/operation';
import type { Row } from '../declaration/shown';
import { ApiProblem, NotReachable } from '../failures';
import { NotExamined } from './not-examined';
import { type Probe, type ProbeRequest, send } from './probe';

/** What an examination of this machine has found; see `operation/examine-host.ts`. */
export interface HostFacts {
  readonly settingsProblems: readonly string[];
  /** Networks whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[] | undefined;
  readonly databaseProblem: string | undefined;
  readonly pendingMigrations: number | undefined;
  /** By how much the clock of the database is ahead of this machine, in milliseconds. */
  readonly databaseClockMs: number | undefined;
  /** How many connections API and proxy open at most, and how many the database leaves them. */
  readonly connections: { readonly opened: number; readonly available: number } | undefined;
  readonly databaseWarnings: readonly string[];
  /** Files with secrets that others can read. */
  readonly readableSecrets: readonly string[];
  readonly keyProblem: string | undefined;
  readonly mailProblem: string | undefined;
  /** What is wrong with the configuration files of the settings, a line each. */
  readonly configurationProblems: readonly string[];
  /** Folders with little free space. */
  readonly fullDisks: readonly string[];
}

interface Sources {
  readonly url: string;
  readonly version: string;
  readonly signal: AbortSignal;
  /** With the token; undefined without one. */
  readonly api: Api | undefined;
  /** Undefined unless the settings of this machine are examined. */
  readonly host: (() => Promise<HostFacts>) | undefined;
  readonly now?: () => number;
  /** A certificate authority that is trusted, PEM, instead of the usual ones. */
  readonly ca?: string;
  /** Port of http beside https. */
  readonly httpPort?: number;
  /** What clients of the instance take for the address of this machine, instead of that of the connection. */
  readonly ownAddress?: string;
  /** Milliseconds after which the first event of a stream is late. */
  readonly eventMs?: number;
}

const SETTINGS = '/ui/settings.json';

/** Whether the API says that there is no console; a front end may have asked it for something else. */
function isOfApi(body: Row | undefined): boolean {
  return typeof body?.['error_code'] === 'string' && String(body['url']).endsWith(SETTINGS);
}

/** Whether a URL leads to this machine. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** What is looked at, each thing once. */
export class Seen {
  private readonly found = new Map<string, Promise<unknown>>();

  constructor(private readonly sources: Sources) {}

  get url(): string {
    return this.sources.url;
  }

  get version(): string {
    return this.sources.version;
  }

  get isHttps(): boolean {
    return this.url.startsWith('https:');
  }

  get isLoopback(): boolean {
    return isLoopback(this.url);
  }

  /** A reply to a request without credentials, as it is. */
  probe(path: string, request: ProbeRequest = {}): Promise<Probe> {
    return this.once(`probe ${path} ${JSON.stringify(request)}`, () =>
      this.probeAt(`${this.url}${path}`, request),
    );
  }

  /** The same at another address. */
  probeAt(url: string, request: ProbeRequest = {}): Promise<Probe> {
    return send(url, request, this.sources);
  }

  /** What everybody may know about the deployment. */
  settings(): Promise<Row> {
    return this.once('settings', async () => {
      const { status, body } = await this.probe(SETTINGS);
      if (isOfApi(body)) throw new NotExamined('the console is switched off');
      if (status !== 200 || body === undefined)
        throw new NotExamined('something else answers for the console');
      return body;
    });
  }

  /** The status with which something else than the API answers for the console; undefined if all is well. */
  async otherConsole(): Promise<number | undefined> {
    const { status, body } = await this.probe(SETTINGS);
    return isOfApi(body) || (status === 200 && body?.['proxy_public_url'] !== undefined) ? undefined : status;
  }

  async proxyUrl(): Promise<string> {
    const { proxy_public_url: url } = await this.settings();
    if (typeof url !== 'string') throw new NotExamined('the address of the proxy is not known');
    return url;
  }

  /** The address of the proxy; undefined where it is not known. */
  async addressOfProxy(): Promise<string | undefined> {
    try {
      return await this.proxyUrl();
    } catch (error) {
      if (error instanceof NotExamined) return undefined;
      throw error;
    }
  }

  /** A reply of the proxy; undefined where it is not reached, or its address is not known: that is another finding. */
  async probeOfProxy(path: string, request: ProbeRequest = {}): Promise<Probe | undefined> {
    try {
      return await this.probeAt(`${await this.proxyUrl()}${path}`, request);
    } catch (error) {
      if (error instanceof NotReachable || error instanceof NotExamined) return undefined;
      throw error;
    }
  }

  /** A reply for administrators. */
  ask(
    operation: Operation,
    path: Readonly<Record<string, string | number>> = {},
    query: Row = {},
  ): Promise<Row> {
    const { api } = this.sources;
    if (!api) throw new NotExamined('there is no token');
    return this.once(`${operation} ${JSON.stringify([path, query])}`, () =>
      answered(() => api.send(operation, { path, query })),
    );
  }

  /** The stream of events; `ended` gives it up. */
  events(ended: AbortSignal): Promise<Response> {
    return answered(() => this.api.stream('/changes/events', { Accept: 'text/event-stream' }, ended));
  }

  async list(operation: Operation, name: string, query: Row = {}): Promise<readonly Row[]> {
    return rowsIn(await this.ask(operation, {}, query), name);
  }

  get api(): Api {
    const { api } = this.sources;
    if (!api) throw new NotExamined('there is no token');
    return api;
  }

  get hasToken(): boolean {
    return this.sources.api !== undefined;
  }

  get signal(): AbortSignal {
    return this.sources.signal;
  }

  host(): Promise<HostFacts> {
    const { host } = this.sources;
    if (!host) throw new NotExamined('the settings of the instance are not here (--settings)');
    return this.once('host', host);
  }

  get httpPort(): number {
    return this.sources.httpPort ?? 80;
  }

  async ownAddress(): Promise<string> {
    return this.sources.ownAddress ?? (await this.probe('/version')).ownAddress;
  }

  get eventMs(): number {
    return this.sources.eventMs ?? 5_000;
  }

  now(): number {
    return this.sources.now?.() ?? Date.now();
  }

  private once<Result>(key: string, look: () => Promise<Result>): Promise<Result> {
    let found = this.found.get(key) as Promise<Result> | undefined;
    if (!found) {
      found = look();
      // Whoever asks for it handles the failure.
      found.catch(() => undefined);
      this.found.set(key, found);
    }
    return found;
  }
}

/** What cannot be asked is not examined. */
async function answered<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiProblem && [401, 403].includes(error.facts.status))
      throw new NotExamined(reasonOf(error.facts.code));
    if (error instanceof ApiProblem && error.facts.status === 501)
      throw new NotExamined('it is switched off');
    throw error;
  }
}

/** Why a request with the token was refused. One that arrives and is not known has a code of its own. */
function reasonOf(code: string): string {
  return code === 'authentication_required'
    ? 'the token does not reach the API: does the front end remove Authorization?'
    : `the token may not read it (${code})`;
}
