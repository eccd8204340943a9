import { Agent, METHODS, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { SentRequest } from './fuzz-request';

export interface WireReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Milliseconds after which a request without a reply counts as lost. */
const TIMEOUT_MS = 60_000;

/** Sends requests byte for byte as generated, without a client library that would correct or reject them. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly url: URL) {}

  send(sent: SentRequest, cookie: string | undefined): Promise<WireReply> {
    const cookies = [cookie, sent.headers['Cookie']].filter((one) => one !== undefined);
    const headers = { ...sent.headers, ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}) };
    return METHODS.includes(sent.method) ? this.sendHttp(sent, headers) : this.sendRaw(sent, headers);
  }

  close(): void {
    this.agent.destroy();
  }

  private sendHttp(sent: SentRequest, headers: Record<string, string>): Promise<WireReply> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          agent: this.agent,
          host: this.url.hostname,
          port: this.url.port,
          method: sent.method,
          path: sent.path,
          headers: { ...headers, ...lengthOf(sent) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            });
          });
        },
      );
      request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('timed out waiting for a reply')));
      request.once('error', reject);
      request.end(sent.body);
    });
  }

  /** For methods that Node's own client does not send. */
  private sendRaw(sent: SentRequest, headers: Record<string, string>): Promise<WireReply> {
    return new Promise((resolve, reject) => {
      const all = {
        Host: this.url.host,
        ...headers,
        Connection: 'close',
        ...lengthOf(sent),
      };
      const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      let text = '';
      const socket = connect(Number(this.url.port), this.url.hostname);
      socket.write(`${sent.method} ${sent.path} HTTP/1.1\r\n${head.join('')}\r\n`);
      socket.write(sent.body ?? '');
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timed out waiting for a reply')));
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.once('error', (error) => (text === '' ? reject(error) : undefined));
      socket.once('close', () => {
        const [top = '', ...rest] = text.split('\r\n\r\n');
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(top)?.[1] ?? 0);
        resolve({ status, headers: {}, text: rest.join('\r\n\r\n') });
      });
    });
  }
}

/** A body has a Content-Length unless it is chunked: HTTP does not allow both. */
function lengthOf({ headers, body }: SentRequest): Record<string, number> {
  return body && headers['Transfer-Encoding'] === undefined ? { 'Content-Length': body.length } : {};
}
