import { inject, Injectable, InjectionToken } from '@angular/core';
import { Deployment } from './deployment';
import { Interruption } from './interruption';
import { Problem, problemFrom } from './problem';

/** Values of a query string; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The language that the texts of replies are asked for in; the application provides it. */
export const REPLY_LANGUAGE = new InjectionToken<string>('language of replies', {
  providedIn: 'root',
  factory: () => 'en',
});

interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** What a 401 means: the session has ended, or just the answer to this request. */
  readonly unauthorized: 'sign-in-again' | 'problem';
}

/** Milliseconds after which a request counts as not answered. */
const timeLimit = 30_000;

/**
 * The only place of the console that speaks HTTP.
 *
 * Paths are relative to the API's root (`users/bob`, already percent-encoded). Whatever is not a success is thrown as a
 * `Problem`; a 401 first gives the person the chance to sign in again (see `Interruption`).
 *
 * It stands on `fetch` rather than on Angular's client because the sign-in page has a size to keep.
 */
@Injectable({ providedIn: 'root' })
export class ApiClient {
  private readonly deployment = inject(Deployment);
  private readonly interruption = inject(Interruption);
  private readonly language = inject(REPLY_LANGUAGE);

  /** Reads; `unauthorized: 'problem'` is for pages that a person may open without a session, where 401 is an answer like any other. */
  get<T>(path: string, query?: Query, options?: Pick<ApiRequest, 'unauthorized'>): Promise<T> {
    const unauthorized = options?.unauthorized ?? 'sign-in-again';
    return this.send({ method: 'GET', path, ...(query && { query }), unauthorized });
  }

  /** Sends a change; about `unauthorized` see `get`. */
  post<T>(path: string, body?: unknown, options?: Pick<ApiRequest, 'unauthorized'>): Promise<T> {
    return this.send({ method: 'POST', path, body, unauthorized: options?.unauthorized ?? 'sign-in-again' });
  }

  private async send<T>(request: ApiRequest): Promise<T> {
    const response = await this.fetch(request);
    const body = await read(response);
    if (response.ok) return body as T;
    if (response.status === 401 && request.unauthorized === 'sign-in-again') {
      // Nothing was done under a 401, so the same request can be sent again.
      if (await this.interruption.signInAgain()) return this.send(request);
    }
    throw problemFrom(response, body, new Date());
  }

  private async fetch({ method, path, query, body }: ApiRequest): Promise<Response> {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': this.language,
      // Asks the API to leave out the header that makes a browser open its own password window.
      'X-Requested-With': 'XMLHttpRequest',
    };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    try {
      return await fetch(this.address(path, query), {
        method,
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

  private address(path: string, query: Query = {}): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value));
    return `${this.deployment.apiRoot}${path}${search.size > 0 ? `?${search}` : ''}`;
  }
}

/** The body of an answer; undefined when an error has one that is not JSON (a front end's own error page). */
async function read(response: Response): Promise<unknown> {
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
