import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiTokenDirectory, digestOf } from '@gatehouse/access';
import { type Caller, type MaybePromise, andThen } from '@gatehouse/enforcement';
import {
  type LiveSession,
  type SessionUses,
  type SignInLimits,
  apiTokenIn,
  tooManySignIns,
} from '@gatehouse/identity';
import { type TrustedPeers, networkOf } from '@gatehouse/wire';

/** An API token as a request presents it. */
interface PresentedToken {
  readonly token: string;
  readonly digest: string;
  readonly credentials: 'authorization' | 'basic';
}

interface ReadHeader {
  readonly authorization: string;
  readonly presented: PresentedToken | undefined;
}

const REFUSED: Caller = { kind: 'refused token' };

/**
 * Callers with an API token in `Authorization`. The token is recognized by its prefix before anything else is tried, so that it is sent to no
 * identity provider. Reference: sessions#api-tokens.
 */
export class ApiTokenCallers {
  /** As for cookies: the last header of a connection, which clients repeat. */
  private readonly last = new WeakMap<Socket, ReadHeader>();

  constructor(
    private readonly tokens: Pick<ApiTokenDirectory, 'find'>,
    private readonly trustedPeers: Pick<TrustedPeers, 'clientOf'>,
    private readonly uses: Pick<SessionUses, 'note'> | undefined,
    private readonly limits: SignInLimits,
  ) {}

  /** Undefined if the request has no API token, or has it as the password of `Basic` where that is not accepted. */
  callerOf(request: IncomingMessage, acceptsBasic: () => boolean): MaybePromise<Caller> | undefined {
    const presented = this.presentedIn(request);
    if (!presented || (presented.credentials === 'basic' && !acceptsBasic())) return undefined;
    const { token, digest, credentials } = presented;
    const network = (): string => networkOf(this.trustedPeers.clientOf(request));
    const callerOf = (found: LiveSession | number | undefined): Caller => {
      if (found === undefined) return REFUSED;
      if (typeof found === 'number')
        return { kind: 'limited credentials', refusal: tooManySignIns(this.limits, found) };
      this.uses?.note(found, Date.now(), () => ({
        network: network(),
        userAgent: request.headers['user-agent'],
      }));
      return { kind: 'session', session: found, credentials };
    };
    return andThen(this.tokens.find(token, digest, network), callerOf, undefined);
  }

  private presentedIn({ headers: { authorization }, socket }: IncomingMessage): PresentedToken | undefined {
    if (authorization === undefined) return undefined;
    const last = this.last.get(socket);
    if (last?.authorization === authorization) return last.presented;
    const presented = presentedToken(authorization);
    this.last.set(socket, { authorization, presented });
    return presented;
  }
}

function presentedToken(authorization: string): PresentedToken | undefined {
  const found = apiTokenIn(authorization);
  if (!found) return undefined;
  const { scheme, secret: token } = found;
  return { token, digest: digestOf(token), credentials: scheme === 'bearer' ? 'authorization' : 'basic' };
}
