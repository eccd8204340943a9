import { Inject, Injectable } from '@nestjs/common';
import type { Origin, SignedInCaller } from '@gatehouse/http';
import type { IssuedToken, SessionOrigin } from '@gatehouse/identity';
import {
  IdentityLinks,
  IdentitySessions,
  type RegisteredProvider,
  type VerifiedIdentity,
} from '@gatehouse/sign-in';

/** Sessions and links of identities that a provider has confirmed. */
@Injectable()
export class ProviderSessions {
  constructor(
    @Inject(IdentitySessions) private readonly sessions: IdentitySessions,
    @Inject(IdentityLinks) private readonly links: IdentityLinks,
  ) {}

  /** Throws what `IdentitySessions.start` throws. */
  start(
    identity: VerifiedIdentity,
    { definition }: RegisteredProvider,
    origin: Origin & Pick<SessionOrigin, 'isInteractive'>,
  ): Promise<IssuedToken> {
    return this.sessions.start(identity, definition, origin);
  }

  /** Throws what `IdentityLinks.link` throws. */
  link(
    identity: VerifiedIdentity,
    { definition }: RegisteredProvider,
    { userId, session: { sessionId } }: SignedInCaller,
  ): Promise<void> {
    return this.links.link(identity, definition, { userId, sessionId });
  }
}
