/** A request of the console. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = (request: SentRequest) => Response | Promise<Response>;

/**
 * A stub of the API for tests of the console: replies by method and path, and the recorded requests.
 *
 * It replaces `fetch`, so that everything above it, `ApiClient` included, is real code. A request without a reply
 * fails the test.
 */
export class StubbedApi {
  readonly requests: SentRequest[] = [];
  private readonly answers = new Map<string, Answer>();

  constructor() {
    globalThis.fetch = async (input, init) => {
      const request = toSentRequest(String(input), init ?? {});
      this.requests.push(request);
      const answer = this.answers.get(`${request.method} ${request.path}`);
      if (!answer) throw new Error(`The stubbed API has no answer for ${request.method} ${request.path}.`);
      return answer(request);
    };
  }

  /** Answers from now on with a JSON body; `path` is whole, with the query. */
  answer(
    call: string,
    body: object,
    options: { status?: number; headers?: Record<string, string> } = {},
  ): this {
    const status = options.status ?? 200;
    return this.on(call, () => jsonResponse(body, status, options.headers));
  }

  /** Answers from now on with the error body of the API. */
  refuse(
    call: string,
    status: number,
    more: { headers?: Record<string, string>; param?: object; error_code?: string } = {},
  ): this {
    const { headers, ...rest } = more;
    const body = {
      code: status,
      type: 'application/json',
      detail: `Refused with ${status}.`,
      error_code: 'invalid_request',
      ...rest,
    };
    return this.on(call, () => jsonResponse(body, status, headers));
  }

  /** Breaks the connection from now on, as reported by `fetch`. */
  disconnect(call: string): this {
    return this.on(call, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  on(call: string, answer: Answer): this {
    this.answers.set(call, answer);
    return this;
  }

  /** `GET /path` of every request so far. */
  get calls(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }
}

export function jsonResponse(body: object, status: number, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}

function toSentRequest(path: string, { method, headers, body }: RequestInit): SentRequest {
  return {
    method: method ?? 'GET',
    path,
    headers: new Headers(headers),
    body: typeof body === 'string' ? JSON.parse(body) : undefined,
  };
}
