import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { digestOf } from '@gatehouse/access';
import { identifyingTokensIn } from '@gatehouse/wire';

/** A session token, and the digest by which its session is found. */
export interface DigestedToken {
  readonly token: string;
  readonly digest: string;
}

interface ReadCookies {
  readonly cookie: string;
  readonly tokens: readonly DigestedToken[] | undefined;
}

/** Maximum number of characters of a `Cookie` header that is kept. */
const MAX_LENGTH = 4_096;

/**
 * The session tokens of requests. The last `Cookie` header of a connection is kept with its tokens while the connection is
 * open, since clients repeat it: reading it and computing digests again costs more than finding the session. Nothing is
 * shared among connections, and whether a session is valid is not kept here.
 */
export class ConnectionTokens {
  private readonly last = new WeakMap<Socket, ReadCookies>();

  constructor(private readonly cookieName: string) {}

  /** Undefined if no cookie has the name of the session cookie. */
  of({ headers: { cookie }, socket }: IncomingMessage): readonly DigestedToken[] | undefined {
    if (cookie === undefined) return undefined;
    const last = this.last.get(socket);
    if (last?.cookie === cookie) return last.tokens;
    const tokens = identifyingTokensIn(cookie, this.cookieName)?.map((token) => ({
      token,
      digest: digestOf(token),
    }));
    if (cookie.length <= MAX_LENGTH) this.last.set(socket, { cookie, tokens });
    return tokens;
  }
}
