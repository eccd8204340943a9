import { Agent, type Dispatcher, type ProxyAgent } from 'undici';
import { type Resolver, checkedConnector, systemResolver } from './checked-connector';
import { proxyAgent } from './outgoing-proxy';
import { OutgoingRoutes } from './outgoing-routes';
import { OutgoingTargets } from './outgoing-targets';

export interface OutgoingLimits {
  /** For a request as a whole, from resolving the name to the last byte of the reply. */
  readonly timeoutMs: number;
  /** Most bytes that are read of the body of a reply; the rest is not received. */
  readonly bodyBytes: number;
}

export interface OutgoingRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body?: string | undefined;
}

export interface OutgoingReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The fields `Set-Cookie`, one by one: joined, they cannot be told apart. */
  readonly cookies: readonly string[];
  /** Decoded as UTF-8. */
  readonly body: string;
  /** The same as received. */
  readonly bytes: Buffer;
  /** Whether the body was incomplete at the size limit or at the timeout. */
  readonly isTruncated: boolean;
}

const MAX_HEADER_BYTES = 16 * 1024;
/** The part of the time limit in which a name has to be found, where a proxy can resolve it as well. */
const LOOKUP_SHARE = 0.3;

/** Timed out waiting for the reply. */
export class OutgoingTimeout extends Error {
  override readonly name = 'OutgoingTimeout';
  constructor(timeoutMs: number) {
    super(`no reply within ${timeoutMs / 1000} s`);
  }
}

/** Where requests may go, and by which way; values of settings. */
export interface OutgoingRules {
  /** Targets beyond public addresses over https. */
  readonly outgoingAllowed: readonly string[];
  /** URL of a proxy. */
  readonly outgoingProxy?: string | undefined;
  /** Targets that are reached without it. */
  readonly outgoingProxyExcept?: readonly string[];
}

/**
 * Sends requests to URLs that users or peers give. Connects to allowed targets only ({@link OutgoingTargets}), directly or through a
 * proxy ({@link OutgoingRoutes}), follows no redirects, and bounds the time and the size of replies. Connections are not reused: a
 * receiver that closes an idle one while the next request is being sent would receive it twice.
 */
export class OutgoingHttp {
  readonly targets: OutgoingTargets;
  private readonly direct: Agent;
  private readonly proxied: { readonly agent: ProxyAgent; readonly routes: OutgoingRoutes } | undefined;

  constructor(
    { outgoingAllowed, outgoingProxy, outgoingProxyExcept = [] }: OutgoingRules,
    private readonly limits: OutgoingLimits,
    resolve: Resolver = systemResolver,
  ) {
    this.targets = new OutgoingTargets(outgoingAllowed);
    const { timeoutMs } = limits;
    this.direct = new Agent({
      connect: checkedConnector(this.targets, resolve, timeoutMs),
      pipelining: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    this.proxied = outgoingProxy
      ? {
          agent: proxyAgent(outgoingProxy, { timeoutMs, headerBytes: MAX_HEADER_BYTES }),
          routes: new OutgoingRoutes(this.targets, outgoingProxyExcept, resolve, timeoutMs * LOOKUP_SHARE),
        }
      : undefined;
  }

  /**
   * Throws `TargetRefused`, {@link OutgoingTimeout}, `OutgoingProxyFailed`, or the error of the connection. Any status of the target
   * is a reply.
   */
  async send({ method, url, headers, body }: OutgoingRequest): Promise<OutgoingReply> {
    const target = this.targets.check(url);
    const { timeoutMs } = this.limits;
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(new OutgoingTimeout(timeoutMs)), timeoutMs);
    try {
      const agent = await this.agentFor(target);
      time.signal.throwIfAborted();
      const reply = await agent.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method,
        headers,
        body: body ?? null,
        signal: time.signal,
      });
      return {
        status: reply.statusCode,
        headers: singleHeaders(reply.headers),
        cookies: [reply.headers['set-cookie'] ?? []].flat(),
        ...(await readUpTo(reply.body, this.limits.bodyBytes)),
      };
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.direct.destroy(), this.proxied?.agent.destroy()]);
  }

  private async agentFor(target: URL): Promise<Dispatcher> {
    if (this.proxied === undefined || !(await this.proxied.routes.isProxied(target))) return this.direct;
    return this.proxied.agent;
  }
}

/** Errors after the first byte of the body only end it: the status has been received. */
async function readUpTo(
  body: Dispatcher.ResponseData['body'],
  limit: number,
): Promise<Pick<OutgoingReply, 'body' | 'bytes' | 'isTruncated'>> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isTruncated = false;
  // Its destruction below is an error of the stream.
  body.on('error', () => undefined);
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk as Uint8Array);
      chunks.push(bytes);
      length += bytes.length;
      if (length > limit) break;
    }
    isTruncated = length > limit;
  } catch {
    isTruncated = true;
  } finally {
    body.destroy();
  }
  const bytes = Buffer.concat(chunks).subarray(0, limit);
  return { body: bytes.toString('utf8'), bytes, isTruncated };
}

function singleHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return Object.fromEntries(entries);
}
