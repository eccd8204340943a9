import { inject, Injectable, InjectionToken } from '@angular/core';
import type { RequestArguments, Method, PathOf, ReplyOf, RequestOf, RequestOptions } from './api-types';
import { Deployment } from './deployment';
import { Interruption } from './interruption';
import { Problem, problemFrom } from './problem';
import { noteRevision } from './shown-revision';

/** The requested language of texts in replies, at the time of a request; the application provides it. */
export const REPLY_LANGUAGE = new InjectionToken<() => string>('language of replies', {
  providedIn: 'root',
  factory: () => () => 'en',
});

interface ApiRequest extends RequestOptions {
  readonly method: Method;
  /** A path of the OpenAPI description, such as `/users/{user_name}`. */
  readonly template: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Milliseconds after which a request counts as not answered. */
const timeLimit = 30_000;

/**
 * The only HTTP client of the console.
 *
 * Requests and replies have the types of the OpenAPI description (`generated/api.ts`), so that a field the API does not have
 * does not compile. Whatever is not a success is thrown as a `Problem`; a 401 first lets the user sign in again (see
 * `Interruption`).
 *
 * It uses `fetch` rather than on Angular's client because of the size limit of the sign-in page.
 */
@Injectable({ providedIn: 'root' })
export class ApiClient {
  private readonly deployment = inject(Deployment);
  private readonly interruption = inject(Interruption);
  private readonly language = inject(REPLY_LANGUAGE);

  get<P extends PathOf<'get'>>(
    template: P,
    ...[request]: RequestArguments<RequestOf<'get', P>>
  ): Promise<ReplyOf<'get', P>> {
    return this.send({ ...request, method: 'get', template });
  }

  post<P extends PathOf<'post'>>(
    template: P,
    ...[request]: RequestArguments<RequestOf<'post', P>>
  ): Promise<ReplyOf<'post', P>> {
    return this.send({ ...request, method: 'post', template });
  }

  put<P extends PathOf<'put'>>(
    template: P,
    ...[request]: RequestArguments<RequestOf<'put', P>>
  ): Promise<ReplyOf<'put', P>> {
    return this.send({ ...request, method: 'put', template });
  }

  patch<P extends PathOf<'patch'>>(
    template: P,
    ...[request]: RequestArguments<RequestOf<'patch', P>>
  ): Promise<ReplyOf<'patch', P>> {
    return this.send({ ...request, method: 'patch', template });
  }

  delete<P extends PathOf<'delete'>>(
    template: P,
    ...[request]: RequestArguments<RequestOf<'delete', P>>
  ): Promise<ReplyOf<'delete', P>> {
    return this.send({ ...request, method: 'delete', template });
  }

  private async send<T>(request: ApiRequest): Promise<T> {
    const signInsBefore = this.interruption.signIns;
    const response = await this.fetch(request);
    const body = await read(response);
    if (request.method === 'get') noteRevision(body, response.headers.get('X-Access-Revision'));
    if (response.ok) return body as T;
    if (response.status === 401 && request.unauthorized !== 'problem') {
      // A 401 has no effects, so the same request can be sent again.
      if (await this.interruption.signInAgain(signInsBefore)) return this.send(request);
    }
    throw problemFrom(response, body, new Date());
  }

  private async fetch({ method, template, path, query, body, ifMatch }: ApiRequest): Promise<Response> {
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
        signal: AbortSignal.timeout(timeLimit),
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
