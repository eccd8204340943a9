import { type Dispatcher, Pool, ProxyAgent } from 'undici';

/** The proxy did not open a connection to the target. The message has its status, and never its credentials. */
export class OutgoingProxyFailed extends Error {
  override readonly name = 'OutgoingProxyFailed';
  constructor(reason: string) {
    super(`the proxy of SVC_OUTGOING_PROXY ${reason}`);
  }
}

interface ProxyLimits {
  /** For each of: connecting to the proxy, its answer, the handshake with the target. */
  readonly timeoutMs: number;
  readonly headerBytes: number;
}

/**
 * Sends requests through the proxy at a URL, by CONNECT for every target: what it forwards is opaque to it if the target uses https.
 * The certificate of the target is verified here.
 */
export function proxyAgent(url: string, { timeoutMs, headerBytes }: ProxyLimits): ProxyAgent {
  const { origin, username, password } = new URL(url);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return new ProxyAgent({
    // Without the credentials, so that no error can have them.
    uri: origin,
    ...(credentials === ':' ? {} : { token: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    proxyTls: { timeout: timeoutMs },
    requestTls: { timeout: timeoutMs, maxCachedSessions: 0 },
    clientFactory: (proxy, options) =>
      new ProxyConnections(proxy, {
        ...options,
        maxHeaderSize: headerBytes,
        // The time limit of a request does not reach the wait for the proxy: it has to end by itself.
        headersTimeout: timeoutMs,
      }),
    // As without a proxy, connections are not reused.
    pipelining: 0,
    maxHeaderSize: headerBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

/** Connections to the proxy. Failures are errors of the proxy, which end the request: undici repeats some of its own without end. */
class ProxyConnections extends Pool {
  // The agent uses the form that returns a promise.
  override connect = (async (options: Dispatcher.ConnectOptions) => {
    const opened = await super.connect(options).catch((error: unknown) => {
      throw new OutgoingProxyFailed(`cannot be used (${codeOf(error)})`);
    });
    if (opened.statusCode === 200) return opened;
    opened.socket.on('error', () => undefined).destroy();
    throw new OutgoingProxyFailed(`answered ${opened.statusCode}${explanationOf(opened.statusCode)}`);
  }) as Pool['connect'];
}

function explanationOf(status: number): string {
  // tinyproxy answers 401 to wrong credentials, and 407 to none.
  if (status === 401 || status === 407) return ': it demands other credentials';
  return status === 403 ? ': it refuses the target' : '';
}

/** What went wrong, without texts of the proxy. */
function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
