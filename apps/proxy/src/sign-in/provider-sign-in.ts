import { type UnitOfWork, runAs } from '@gatehouse/database';
import { createDirectory } from '@gatehouse/directory';
import { KnownDevices, NewDevices, type SessionStore, deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { MailQueue } from '@gatehouse/mail';
import { Outbox } from '@gatehouse/outbox';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { Problem } from '@gatehouse/problems';
import { type ProxySettings, defaultAdministratorEmail } from '@gatehouse/settings';
import {
  ExternalAccounts,
  IdentityRejected,
  IdentitySessions,
  ProviderRegistry,
  fixedProviders,
  readAllowedProvider,
} from '@gatehouse/sign-in';
import { WebhookEvents } from '@gatehouse/webhooks';
import type { InlineCredentials, InlineSignIn } from './inline-sign-in';

const REPLY_BYTES = 262_144;
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

export interface ProviderSignInOptions {
  readonly settings: ProxySettings;
  readonly unitOfWork: UnitOfWork;
  readonly sessions: SessionStore;
  readonly logger: Logger;
}

/** Signs users in with tokens of identity providers, as the API does. Reference: proxy#identification. */
export class ProviderSignIn implements InlineSignIn {
  private readonly http: OutgoingHttp;
  private readonly registry: ProviderRegistry;
  private readonly starts: IdentitySessions;

  /** Throws `InvalidProviders`, which prevents the start. */
  constructor(private readonly options: ProviderSignInOptions) {
    const { settings, unitOfWork, sessions } = options;
    this.http = new OutgoingHttp(settings.outgoingAllowed, {
      timeoutMs: settings.providerTimeout * 1000,
      bodyBytes: REPLY_BYTES,
    });
    const { providers } = fixedProviders(settings, process.env, (input) =>
      readAllowedProvider(input, this.http),
    );
    const key = deriveKeys(settings.secret).providerSecrets;
    this.registry = new ProviderRegistry({
      unitOfWork,
      http: this.http,
      nonces: { take: noAssertions },
      key,
      fixed: providers,
    });
    this.starts = new IdentitySessions({
      unitOfWork,
      accounts: accountsOf(options),
      sessions,
      devices: newDevicesOf(options),
    });
  }

  async signIn({ provider: name, authorization, client }: InlineCredentials) {
    const registered = await this.registry.find(name);
    const [, token] = BEARER.exec(authorization) ?? [];
    if (!registered?.definition.acceptsTokens || token === undefined) return 'refused';
    try {
      const identity = await registered.provider.verifyToken(token);
      return await runAs({ kind: 'anonymous' }, () =>
        this.starts.start(identity, registered.definition, client),
      );
    } catch (error) {
      // An identity without an account, and one whose address another account has, are refused as well.
      if (!(error instanceof IdentityRejected || error instanceof Problem)) throw error;
      this.options.logger.info({ reason: error.message }, `sign-in with ${name} refused`);
      return 'refused';
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

/** The accounts of identities. The proxy does not know the administrator, whose name and address are taken like any other. */
function accountsOf({ settings, unitOfWork, sessions }: ProviderSignInOptions): ExternalAccounts {
  const noPasswords = { hash: unexpected, verify: unexpected };
  const { users, memberships } = createDirectory({
    unitOfWork,
    settings: { ...settings, adminUser: '', adminEmail: '' },
    passwords: noPasswords,
    sessions,
    events: new WebhookEvents({ unitOfWork, outbox: new Outbox(unitOfWork), settings }),
  });
  return new ExternalAccounts({ unitOfWork, users, memberships, settings });
}

/**
 * Announces sign-ins from new devices; the API sends the mails. The configured administrator is not known here: the address
 * that the account has by default is recognized.
 */
function newDevicesOf({ settings, unitOfWork, logger }: ProviderSignInOptions): NewDevices {
  const mails = new MailQueue(new Outbox(unitOfWork), settings, logger);
  return new NewDevices(
    new KnownDevices(unitOfWork),
    mails,
    ({ name, email }) => email === defaultAdministratorEmail(name),
  );
}

/** Browsers return to the API only. */
function noAssertions(): Promise<never> {
  throw new Error('the proxy accepts only tokens');
}

function unexpected(): Promise<never> {
  throw new Error('the proxy has nothing to do with passwords');
}
