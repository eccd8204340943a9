import { SessionDirectory, type SnapshotFollower } from '@gatehouse/access';
import type { UnitOfWork } from '@gatehouse/database';
import { CookieReissue, deriveKeys, SessionStore, SessionUses, SignInLimiter } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { createNetworkSignIn } from '@gatehouse/network';
import type { ProxySettings } from '@gatehouse/settings';
import { CredentialAttempts } from '@gatehouse/sign-in';
import type { TrustedPeers } from '@gatehouse/wire';
import type { DataSource } from 'typeorm';
import { CallerIdentityHeader } from '../identity-header/caller-identity-header';
import { IdentityHeader } from '../identity-header/identity-header';
import { Authenticator } from './authenticator';
import { type InlineSignIn, InlineSessions } from './inline-sign-in';
import { NetworkInlineSignIn } from './network-inline-sign-in';
import { SessionCookies } from './session-cookies';

export interface SignInOptions {
  readonly settings: ProxySettings;
  readonly dataSource: DataSource;
  readonly unitOfWork: UnitOfWork;
  readonly follower: SnapshotFollower;
  readonly trustedPeers: TrustedPeers;
  readonly logger: Logger;
  /** Signs users in with credentials of requests; without it all such credentials are refused. */
  readonly inlineSignIn: InlineSignIn | undefined;
}

/** Authentication of requests, the cookies of their sessions, and the identity header for upstreams. */
export interface SignIn {
  readonly authenticator: Authenticator;
  readonly cookies: SessionCookies;
  readonly identityHeader: CallerIdentityHeader;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { settings, dataSource, unitOfWork, follower, logger } = options;
  const keys = deriveKeys(settings.secret);
  const sessions = new SessionStore(dataSource, unitOfWork, keys, settings);
  const directory = new SessionDirectory(sessions, follower);
  const inlineSignIn = settings.networkEnabled
    ? new NetworkInlineSignIn(
        createNetworkSignIn({ unitOfWork, sessions, settings }),
        new CredentialAttempts(new SignInLimiter(dataSource, keys, settings), settings),
        settings.networkProvider,
        options.inlineSignIn,
      )
    : options.inlineSignIn;
  const inline = inlineSignIn && new InlineSessions(inlineSignIn, directory, logger);
  return {
    authenticator: new Authenticator(
      directory,
      settings,
      options.trustedPeers,
      inline,
      new SessionUses(dataSource, logger),
    ),
    cookies: new SessionCookies(new CookieReissue(sessions, settings, logger), settings),
    identityHeader: new CallerIdentityHeader(new IdentityHeader(settings), follower),
  };
}
