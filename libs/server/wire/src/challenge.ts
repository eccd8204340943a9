import type { IncomingMessage } from 'node:http';
import type { Settings } from '@gatehouse/settings';

/** The headers that every 401 carries. Reference: http#401-headers. */
export class Challenge {
  private readonly always: Readonly<Record<string, string>>;
  private readonly standard: Readonly<Record<string, string>>;

  constructor({ publicUrl, cookieName }: Pick<Settings, 'publicUrl' | 'cookieName'>) {
    const realm = new URL(publicUrl).hostname;
    const signIn = `${publicUrl}/signin`;
    const login = `${publicUrl}/ui/login`;
    const scheme =
      `Cookie cookie-name="${cookieName}", error="invalid_token", title="Gatehouse Login", ` +
      `domain="${signIn}", uri="${signIn}", realm="${realm}"`;
    this.always = { 'WWW-Authentication': scheme, 'Location-When-Unauthenticated': login };
    this.standard = {
      ...this.always,
      'WWW-Authenticate': scheme,
      'Authentication-Control': `Cookie cookie-name="${cookieName}", realm="${realm}", location-when-unauthenticated="${login}"`,
    };
  }

  /**
   * The standard names make browsers open a dialog over the page whose script sent the request; such
   * scripts declare themselves.
   */
  headersFor(request: IncomingMessage): Readonly<Record<string, string>> {
    const requestedWith = request.headers['x-requested-with'];
    return String(requestedWith).toLowerCase() === 'xmlhttprequest' ? this.always : this.standard;
  }
}
