import { inject, Injectable, InjectionToken } from '@angular/core';
import type { GatehouseClient, paths } from '@gatehouse/api-client';
import type { ClientPathsWithMethod, MethodResponse, RequestBodyOption } from 'openapi-fetch';
import { Deployment } from './deployment';
import { Interruption } from './interruption';
import { Problem, problemFrom } from './problem';
import { noteRevision } from './shown-revision';

/** The requested language of texts in replies, at the time of a request; the application provides it. */
export const REPLY_LANGUAGE = new InjectionToken<() => string>('language of replies', {
  providedIn: 'root',
  factory: () => () => 'en',
});

export interface RequestOptions {
  /**
   * What a 401 means: the session has ended (the default), or just the answer to this request, as on pages that can be
   * opened without a session.
   */
  readonly unauthorized?: 'sign-in-again' | 'problem';
  /** The revision that a change is based on: it is refused with 412 if what it changes has changed since. */
  readonly ifMatch?: number | undefined;
  /** Milliseconds after which the request counts as not answered, where replies may take longer than usual. */
  readonly timeLimitMs?: number | undefined;
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** What a request to an operation consists of, as the description declares it. */
type RequestOf<Operation> = (Operation extends { parameters: infer Parameters }
  ? Omit<Parameters, 'header' | 'cookie'>
  : never) &
  RequestBodyOption<Operation> &
  RequestOptions;

/** The second argument may be left out where nothing in it is needed. */
type Send<M extends Method> = <P extends ClientPathsWithMethod<GatehouseClient, M>>(
  template: P,
  ...[request]: Record<never, never> extends RequestOf<paths[P][M]>
    ? [request?: RequestOf<paths[P][M]>]
    : [request: RequestOf<paths[P][M]>]
) => Promise<MethodResponse<GatehouseClient, M, P>>;

/** A request without the types of its operation. */
interface ApiRequest extends RequestOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Milliseconds after which a request counts as not answered. */
const TIME_LIMIT_MS = 30_000;

/**
 * The only HTTP client of the console.
 *
 * Its operations have the types of `libs/api-client`, so that a field the API does not have does not compile. Whatever is
 * not a success is thrown as a `Problem`; a 401 first lets the user sign in again (see `Interruption`).
 *
 * It uses `fetch` rather than a library because of the size limit of the public pages (docs/adr/0034).
 */
@Injectable({ providedIn: 'root' })
export class ApiClient {
  private readonly deployment = inject(Deployment);
  private readonly interruption = inject(Interruption);
  private readonly language = inject(REPLY_LANGUAGE);

  readonly get = this.sends('get');
  readonly post = this.sends('post');
  readonly put = this.sends('put');
  readonly patch = this.sends('patch');
  readonly delete = this.sends('delete');

  private sends<M extends Method>(method: M): Send<M> {
    return (template, ...[request]) => this.send(method, template, request ?? {});
  }

  /** The reply to a GET whose body is a stream of something else than JSON; the caller reads it. */
  open(template: ClientPathsWithMethod<GatehouseClient, 'get'>, request: ApiRequest = {}): Promise<Response> {
    return this.send('get', template, request, async (response) => response);
  }

  private async send<T>(
    method: Method,
    template: string,
    request: ApiRequest,
    readSuccess: (response: Response) => Promise<unknown> = read,
  ): Promise<T> {
    const signInsBefore = this.interruption.signIns;
    const response = await this.fetch(method, template, request);
    const body = await (response.ok ? readSuccess : read)(response);
    if (method === 'get') noteRevision(body, response.headers.get('X-Access-Revision'));
    if (response.ok) return body as T;
    if (response.status === 401 && request.unauthorized !== 'problem') {
      // A 401 has no effects, so the same request can be sent again.
      if (await this.interruption.signInAgain(signInsBefore))
        return this.send(method, template, request, readSuccess);
    }
    throw problemFrom(response, body, new Date());
  }

  private async fetch(
    method: Method,
    template: string,
    { path, query, body, ifMatch, timeLimitMs = TIME_LIMIT_MS }: ApiRequest,
  ): Promise<Response> {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': this.language(),
      // Makes the API omit the header that makes a browser open its own password dialog.
      'X-Requested-With': 'XMLHttpRequest',
    };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
    try {
      return await fetch(this.address(template, path, query), {
        method: method.toUpperCase(),
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(timeLimitMs),
      });
    } catch {
      throw unreachable();
    }
  }

  private address(template: string, path: ApiRequest['path'], query: ApiRequest['query'] = {}): string {
    const filled = template
      .slice(1)
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path?.[name] ?? ''));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value));
    return `${this.deployment.apiRoot}${filled}${search.size > 0 ? `?${search}` : ''}`;
  }
}

/** The body of an answer; undefined for 204, and when an error has one that is not JSON (a front end's own error page). */
async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(response.headers.get('Content-Type') ?? '');
  if (!isJson) {
    if (response.ok) throw new Problem(response.status, 'The answer is not JSON.');
    return undefined;
  }
  try {
    return await response.json();
  } catch {
    // The connection broke in the middle of the answer.
    throw unreachable();
  }
}

const unreachable = (): Problem => new Problem(0, 'The API cannot be reached.');
