import { ReceiverFailure } from '@gatehouse/outbox';
import { type OutgoingHttp, type OutgoingReply, OutgoingTimeout, TargetRefused } from '@gatehouse/outgoing';

/** Fields of a form. */
type Fields = Readonly<Record<string, string>>;

/** A page of the portal. */
export interface PortalPage {
  readonly status: number;
  readonly text: string;
  /** The path of the portal to which it redirects; undefined if it does not. */
  readonly redirect: string | undefined;
}

/**
 * The requests of one push, with the cookies that the portal sets in it. They go to the portal alone: redirects are not followed. Errors
 * name neither credentials nor what a page says.
 */
export class PortalSession {
  private readonly cookies = new Map<string, string>();

  /** @param baseUrl without a trailing slash */
  constructor(
    private readonly http: Pick<OutgoingHttp, 'send'>,
    private readonly baseUrl: string,
  ) {}

  get(path: string): Promise<PortalPage> {
    return this.send('GET', path);
  }

  post(path: string, fields: Fields): Promise<PortalPage> {
    return this.send('POST', path, new URLSearchParams(fields).toString());
  }

  private async send(method: 'GET' | 'POST', path: string, body?: string): Promise<PortalPage> {
    const url = `${this.baseUrl}${path}`;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'text/html, */*;q=0.1',
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const reply = await this.http.send({ method, url, headers, body }).catch((error: unknown) => {
      throw new ReceiverFailure(`${method} ${path} of the portal: ${describe(error)}`);
    });
    this.keepCookies(reply);
    if (reply.status >= 500)
      throw new ReceiverFailure(`${method} ${path} of the portal: status ${reply.status}`);
    return { status: reply.status, text: reply.body, redirect: this.redirectOf(reply) };
  }

  private keepCookies({ cookies }: OutgoingReply): void {
    for (const text of cookies) {
      const [, name, value] = /^\s*([^=;\s]+)\s*=([^;]*)/.exec(text) ?? [];
      // The portal sets one cookie for several domains.
      if (name !== undefined && value !== undefined) this.cookies.set(name, value.trim());
    }
  }

  private redirectOf({ status, headers: { location } }: OutgoingReply): string | undefined {
    if (status < 300 || status > 399 || location === undefined) return undefined;
    return URL.canParse(location, `${this.baseUrl}/`)
      ? new URL(location, `${this.baseUrl}/`).pathname
      : undefined;
  }
}

function describe(error: unknown): string {
  if (error instanceof OutgoingTimeout || error instanceof TargetRefused) return error.message;
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}
