import { Agent, type IncomingMessage, request as send } from 'node:http';
import { once } from 'node:events';

/** A request for a service, as far as a test determines it. */
export interface PeerRequest {
  readonly method: string;
  /** The rest of the path after the address of the service: empty, or starting with a slash; encoded. */
  readonly path: string;
  /** The query without the question mark, as sent. */
  readonly query: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: { readonly mediaType: string | undefined; readonly text: string };
}

export interface PeerReply {
  /** 0 when the connection ended without a reply. */
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly content: Buffer;
}

/** A request by GET. */
export const get = (query: string, path = ''): PeerRequest => ({ method: 'GET', path, query });

/** A request by POST. */
export const post = (mediaType: string | undefined, text: string, query = '', path = ''): PeerRequest => ({
  method: 'POST',
  path,
  query,
  body: { mediaType, text },
});

/** Sends requests over kept-alive connections. */
export class PeerClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** `base`: the address of the service, without a trailing slash. A broken connection is retried once. */
  async send(base: string, request: PeerRequest): Promise<PeerReply> {
    const first = await this.attempt(base, request);
    return first.status === 0 ? this.attempt(base, request) : first;
  }

  close(): void {
    this.agent.destroy();
  }

  private async attempt(
    base: string,
    { method, path, query, headers = [], body }: PeerRequest,
  ): Promise<PeerReply> {
    const { hostname, port, pathname } = new URL(base);
    const target = `${pathname === '/' ? '' : pathname}${path}`;
    const sent = send({
      agent: this.agent,
      host: hostname,
      port,
      method,
      path: `${target === '' ? '/' : target}${query === '' ? '' : `?${query}`}`,
      headers: [
        ...['Host', `${hostname}:${port}`],
        ...headers.flat(),
        ...(body?.mediaType === undefined ? [] : ['Content-Type', body.mediaType]),
        ...(body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body.text))]),
      ],
    });
    try {
      sent.end(body?.text);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode ?? 0, headers: response.headers, content: Buffer.concat(chunks) };
    } catch {
      sent.destroy();
      return { status: 0, headers: {}, content: Buffer.alloc(0) };
    }
  }
}

/** A request as the arguments of `curl`, for reproduction; `$base` is the address of the service. */
export function asCurl({ method, path, query, headers = [], body }: PeerRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const fields = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : [body.mediaType === undefined ? 'Content-Type;' : `Content-Type: ${body.mediaType}`]),
  ];
  return [
    'curl -sg --path-as-is',
    ...(method === 'GET' && !body ? [] : [method === 'HEAD' ? '-I' : `-X ${method}`]),
    ...fields.map((field) => `-H ${quote(field)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body.text)}`]),
    `"$base"${quote(`${path}${query === '' ? '' : `?${query}`}`)}`,
  ].join(' ');
}
