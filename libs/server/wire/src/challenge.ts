import type { IncomingMessage } from 'node:http';
import type { Settings } from '@gatehouse/settings';
import { isFromBrowser, isFromScript } from './browser-requests';

type Headers = Readonly<Record<string, string>>;

/** The headers that every 401 carries. Reference: http#401-headers. */
export class Challenge {
  private readonly always: Headers;
  private readonly standard: Headers;
  private readonly withBasic: Headers;
  private readonly acceptsBasic: boolean;

  constructor({
    publicUrl,
    cookieName,
    tokenBasic,
  }: Pick<Settings, 'publicUrl' | 'cookieName' | 'tokenBasic'>) {
    const realm = new URL(publicUrl).hostname;
    const signIn = `${publicUrl}/signin`;
    const login = `${publicUrl}/ui/login`;
    const scheme =
      `Cookie cookie-name="${cookieName}", error="invalid_token", title="Gatehouse Login", ` +
      `domain="${signIn}", uri="${signIn}", realm="${realm}"`;
    this.acceptsBasic = tokenBasic;
    this.always = { 'WWW-Authentication': scheme, 'Location-When-Unauthenticated': login };
    this.standard = {
      ...this.always,
      'WWW-Authenticate': scheme,
      'Authentication-Control': `Cookie cookie-name="${cookieName}", realm="${realm}", location-when-unauthenticated="${login}"`,
    };
    // In one field: of several, auth_request of nginx before 1.23 passes on only the first one, and wget 1.21 takes the last one.
    // Basic comes first, since clients such as wget read the scheme at the beginning of the field.
    this.withBasic = { ...this.standard, 'WWW-Authenticate': `Basic realm="${realm}", ${scheme}` };
  }

  /**
   * The standard names make browsers open a dialog over the page whose script sent the request; such
   * scripts declare themselves. `Basic`, with an API token as the password, is named to programs where it is accepted, everywhere or
   * by the service of the request: many send no credentials before, and browsers would ask for a password.
   */
  headersFor({ headers }: Pick<IncomingMessage, 'headers'>, serviceAcceptsBasic = false): Headers {
    if (isFromScript(headers)) return this.always;
    const isNamed = (this.acceptsBasic || serviceAcceptsBasic) && !isFromBrowser(headers);
    return isNamed ? this.withBasic : this.standard;
  }
}
