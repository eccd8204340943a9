import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { type RequestOptions as HttpsOptions, request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Row } from '../declaration/shown';
import { NotReachable } from '../failures';
import { unreachable } from '../connection/replies';
import { timeLimit } from '../connection/time-limit';

export interface ProbeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A reply as it arrived. */
export interface Probe {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The object of a JSON reply. */
  readonly body: Row | undefined;
  /** Whether it is one of Gatehouse. */
  readonly isGatehouse: boolean;
  /** When the certificate of the server ends, ISO 8601; of `https` only. */
  readonly certificateEnds: string | undefined;
  /** The address of this machine in the connection. */
  readonly ownAddress: string;
  readonly sentAt: number;
  readonly receivedAt: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;

/** Sends a request exactly as it is written: no path is made canonical, no redirect followed. Throws `NotReachable`. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: ProbeRequest,
  { signal, ca }: { readonly signal: AbortSignal; readonly ca?: string | undefined },
): Promise<Probe> {
  const [, origin = '', path = '/'] = /^(https?:\/\/[^/?#]+)(.*)$/s.exec(url) ?? [];
  const { protocol, hostname, port } = new URL(origin);
  const sentAt = Date.now();
  const limit = timeLimit(TIMEOUT_MS);
  const options: HttpsOptions = {
    method,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: path === '' ? '/' : path,
    headers: { Accept: 'application/json', 'User-Agent': 'gatehouse-doctor', ...headers },
    agent: false,
    ...(ca === undefined ? {} : { ca }),
    signal: AbortSignal.any([signal, limit]),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : limit.aborted
            ? new NotReachable(`${origin} has not answered within ${TIMEOUT_MS / 1000} seconds.`)
            : unreachable(error, origin, TIMEOUT_MS / 1000),
      );
    const request = (protocol === 'https:' ? httpsRequest : httpRequest)(options, (response) => {
      const { valid_to: end } = (response.socket as TLSSocket).getPeerCertificate?.() ?? {};
      const { localAddress: ownAddress = '' } = response.socket;
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = (): void => {
        const text = Buffer.concat(chunks).toString('utf8');
        const object = objectIn(text);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: object,
          isGatehouse:
            object !== undefined &&
            typeof object['code'] === 'number' &&
            typeof object['detail'] === 'string',
          certificateEnds: end ? new Date(end).toISOString() : undefined,
          ownAddress,
          sentAt,
          receivedAt: Date.now(),
        });
      };
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length <= MAX_BYTES) return;
        response.destroy();
        finish();
      });
      response.on('end', finish).on('error', fail);
    });
    request.on('error', fail);
    request.end(body);
  });
}

function objectIn(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}
