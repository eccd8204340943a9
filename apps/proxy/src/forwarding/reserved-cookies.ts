import { type OwnCookieNames, ownCookieNames } from '@gatehouse/wire';

/** Prefixes that browsers attach conditions to, in any case (RFC 6265bis, 4.1.3); the name proper follows. */
const PREFIX = /^(?:__host-http-|__host-|__http-|__secure-)+/;
/** Readers of cookies trim or end names at these in different ways; none is part of one of our names. */
const IGNORED = /[^\x21-\x7e]+/g;

/**
 * The cookies that services must not set: those of Gatehouse, in any spelling that a reader of cookies may take for one of
 * them, and cookies with `Domain`, which reach other hosts.
 */
export class ReservedCookies {
  private readonly names: ReadonlySet<string>;

  constructor(settings: Parameters<typeof ownCookieNames>[0]) {
    const { session, provider, homepage }: OwnCookieNames = ownCookieNames(settings);
    this.names = new Set([session, provider, homepage].map((name) => name.toLowerCase()));
  }

  /** Whether a `Set-Cookie` with this value, as Latin-1 text, must not reach the client. */
  refuses(value: string): boolean {
    const [pair = '', ...attributes] = value.split(';');
    return (
      attributes.some((attribute) => plain(attribute.split('=', 1)[0] ?? '') === 'domain') ||
      this.isReserved(pair)
    );
  }

  private isReserved(pair: string): boolean {
    const at = pair.indexOf('=');
    const name = at < 0 ? '' : plain(pair.slice(0, at));
    if (name !== '') return this.names.has(name.replace(PREFIX, ''));
    // A browser returns a cookie without a name as its bare value, which servers read as a name and a value.
    const bare = plain(pair);
    return [...this.names].some((reserved) => bare.includes(reserved));
  }
}

function plain(text: string): string {
  return text.replace(IGNORED, '').toLowerCase();
}
