import { createGatehouseClient, type GatehouseClient } from '@gatehouse/api-client';
import type { Operation, Pages, RequestParts, Sender } from '../declaration/operation';
import type { Resolver } from '../declaration/field';
import type { Row } from '../declaration/shown';
import { UsageError } from '../failures';
import { assertGatehouse, isLostReply, notGatehouse, problemOf, unreachable } from './replies';
import { resourceAt } from './resource-path';
import { timeLimit } from './time-limit';

/** Who sends the requests: a token, the cookie of a session, or nobody. */
type Credentials = { readonly token: string } | { readonly cookie: string } | undefined;

export interface ApiOptions {
  readonly url: string;
  readonly credentials: Credentials;
  /** Languages of error texts, as of `Accept-Language`. */
  readonly language: string;
  /** Seconds for a reply. */
  readonly timeout: number;
  /** Ends requests when the user interrupts the command. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Told about each request with its status and id. */
  readonly trace?: (line: string) => void;
}

/** Fields that every reply has, which say nothing about its subject. */
const ENVELOPE = new Set(['code', 'type', 'detail', 'path', 'url', 'method']);

/** The API of one instance. */
export class Api implements Resolver, Sender {
  private readonly client: GatehouseClient;

  constructor(private readonly options: ApiOptions) {
    this.client = createGatehouseClient({
      baseUrl: options.url,
      headers: this.headers,
      fetch: (request: Request) => this.fetched(request),
    });
  }

  get url(): string {
    return this.options.url;
  }

  /** The header that authenticates a request with the token. */
  get authorization(): string {
    const { credentials } = this.options;
    return credentials && 'token' in credentials ? `Bearer ${credentials.token}` : '';
  }

  /** Sends a request, and returns the reply without the fields that all have. Throws a `Failure`. */
  async send(operation: Operation, { path = {}, query = {}, body }: RequestParts = {}): Promise<Row> {
    const [method = '', template = ''] = operation.split(' ');
    for (const value of Object.values(path)) rejectDots(String(value));
    const request = this.client.request as unknown as UntypedRequest;
    const parts = {
      params: { path, query: defined(query) },
      ...(body === undefined ? {} : { body: defined(body) }),
      parseAs: 'text',
    };
    const { response, data, error } = await request(method.toLowerCase(), template, parts).catch(
      (failure: unknown) => {
        throw this.failureOf(failure);
      },
    );
    const content =
      typeof data === 'string' ? data : typeof error === 'string' ? error : JSON.stringify(error);
    if (!response.ok) throw problemOf(response, content);
    return withoutEnvelope(assertGatehouse(response, content));
  }

  /** Reads a list to its end. */
  async sendAll(
    operation: Operation,
    parts: RequestParts,
    { after, limit }: Pages,
    list: string,
  ): Promise<Row> {
    const rows: Row[] = [];
    let last: unknown;
    for (;;) {
      const query = { ...parts.query, limit, ...(last === undefined ? {} : { after: last }) };
      const reply = await this.send(operation, { ...parts, query });
      const page = reply[list];
      if (!Array.isArray(page)) throw notGatehouse(`${this.url} has answered without the list '${list}'.`);
      rows.push(...page);
      if (page.length < limit) return { ...reply, [list]: rows };
      last = (page.at(-1) as Row)[after];
    }
  }

  /** The reply as it arrives, for those that have no end or are large. Throws a `Failure`. */
  async stream(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    ended?: AbortSignal,
  ): Promise<Response> {
    const request = new Request(`${this.options.url}${path}`, { headers: { ...this.headers, ...headers } });
    // What follows may take as long as it will.
    const limit = new AbortController();
    const { timeout } = this.options;
    const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeout * 1000);
    try {
      const response = await this.fetched(request, [limit.signal, ...(ended ? [ended] : [])]);
      if (!response.ok) throw problemOf(response, await response.text());
      if (/^text\/html\b/.test(response.headers.get('content-type') ?? ''))
        throw notGatehouse(`${response.url} has answered with a page.`);
      return response;
    } catch (failure) {
      throw this.failureOf(failure);
    } finally {
      clearTimeout(timer);
    }
  }

  resource(path: string): Promise<number> {
    return resourceAt(this, path);
  }

  /** What an error means that a reply has ended with while it was read. */
  failureOf(error: unknown): unknown {
    const { signal, url, timeout } = this.options;
    if (signal.aborted) return signal.reason;
    return isLostReply(error) ? unreachable(error, url, timeout) : error;
  }

  private get headers(): Record<string, string> {
    const { credentials, language, version } = this.options;
    return {
      Accept: 'application/json',
      'Accept-Language': language,
      'User-Agent': `gatehouse-cli/${version}`,
      ...(credentials === undefined
        ? {}
        : 'token' in credentials
          ? { Authorization: `Bearer ${credentials.token}` }
          : { Cookie: credentials.cookie }),
    };
  }

  private async fetched(
    request: Request,
    limits: readonly AbortSignal[] = [timeLimit(this.options.timeout * 1000)],
  ): Promise<Response> {
    const { signal, url, trace, timeout } = this.options;
    const path = new URL(request.url).pathname;
    try {
      // A redirect would carry the request, and a token, to an address that nobody has named.
      const response = await fetch(request, {
        redirect: 'manual',
        signal: AbortSignal.any([signal, ...limits]),
      });
      trace?.(
        `${request.method} ${path}: ${response.status} (request ${response.headers.get('x-request-id') ?? '?'})`,
      );
      return response;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw unreachable(error, url, timeout);
    }
  }
}

type UntypedRequest = (
  method: string,
  template: string,
  parts: object,
) => Promise<{ response: Response; data?: unknown; error?: unknown }>;

/** A path would lose such a segment, and be that of something else. */
function rejectDots(value: string): void {
  if (value === '' || value === '.' || value === '..') throw new UsageError(`'${value}' is not a name.`);
}

function defined(values: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function withoutEnvelope(reply: Row): Row {
  return Object.fromEntries(Object.entries(reply).filter(([name]) => !ENVELOPE.has(name)));
}
