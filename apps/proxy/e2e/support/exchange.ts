import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly trailers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  /** Sent as it is. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** One request on a separate connection; `fetch` would normalise the path and hide the headers that matter here. */
export async function call(port: number, { method = 'GET', path, headers = {}, body }: Call): Promise<Reply> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // The connection may be closed while the rest of an unread body is sent.
  sent.on('error', () => undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    trailers: response.trailers,
    text: Buffer.concat(chunks).toString(),
  };
}

/** Sends bytes unchanged and returns everything received until the connection ends. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  // An aborted connection ends as well; the bytes received before are returned.
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

/** Repeats a request until it has the expected reply; returns the last reply when that times out. */
export async function until<T>(
  send: () => Promise<T>,
  isThere: (answer: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await send();
    if (isThere(answer) || Date.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
