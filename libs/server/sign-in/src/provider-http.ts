import {
  type OutgoingHttp,
  OutgoingProxyFailed,
  type OutgoingReply,
  OutgoingTimeout,
  TargetRefused,
} from '@gatehouse/outgoing';
import { ProviderUnavailable } from './identity-provider';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ProviderRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * What of {@link OutgoingHttp} requests to providers need: its guard against private targets, and
 * its limits of time and size.
 */
export type Sender = Pick<OutgoingHttp, 'send'>;

/** Requests to identity providers. Redirects are not followed: a reply with one is like any other that is not a success. */
export class ProviderHttp {
  constructor(private readonly http: Sender) {}

  /**
   * Throws {@link ProviderUnavailable}. Any status below 500 is a reply, except 429: that there were too many requests says
   * nothing about this one.
   */
  async send({ method = 'GET', url, headers = {}, body }: ProviderRequest): Promise<OutgoingReply> {
    const reply = await this.http
      .send({
        method,
        url,
        headers: { accept: 'application/json', 'user-agent': 'Gatehouse', ...headers },
        body,
      })
      .catch((error: unknown) => {
        throw new ProviderUnavailable(`${hostOf(url)}: ${reasonOf(error)}`);
      });
    if (reply.status >= 500 || reply.status === 429)
      throw new ProviderUnavailable(`${hostOf(url)}: status ${reply.status}`);
    if (reply.isTruncated) throw new ProviderUnavailable(`${hostOf(url)}: the reply is too long or too slow`);
    return reply;
  }

  /** An object in JSON. Throws {@link ProviderUnavailable}, also for a status that is not a success. */
  async getJson(url: string, headers: Readonly<Record<string, string>> = {}): Promise<JsonObject> {
    const reply = await this.send({ url, headers });
    if (!isSuccess(reply)) throw new ProviderUnavailable(`${hostOf(url)}: status ${reply.status}`);
    return jsonOf(url, reply);
  }
}

export function isSuccess({ status }: Pick<OutgoingReply, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** The object of a reply. Throws {@link ProviderUnavailable}. */
export function jsonOf(url: string, { body }: Pick<OutgoingReply, 'body'>): JsonObject {
  try {
    const content: unknown = JSON.parse(body);
    if (isObject(content)) return content;
  } catch {
    // Reported below.
  }
  throw new ProviderUnavailable(`${hostOf(url)}: the reply is no object in JSON`);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The host of a URL for messages; its path and query may be secret. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'a URL that cannot be read';
}

/** Errors whose messages have nothing secret. */
const EXPLAINED = [TargetRefused, OutgoingTimeout, OutgoingProxyFailed];

function reasonOf(error: unknown): string {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^[A-Z_]{1,40}$/.test(code) ? `the connection failed (${code})` : 'the connection failed';
}
