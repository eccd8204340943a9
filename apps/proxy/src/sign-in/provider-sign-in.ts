import { type UnitOfWork, runAs } from '@gatehouse/database';
import { createDirectory } from '@gatehouse/directory';
import { KnownDevices, NewDevices, type SessionStore, SignInLimiter, deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { MailQueue } from '@gatehouse/mail';
import { Outbox } from '@gatehouse/outbox';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { type ProxySettings, defaultAdministratorEmail } from '@gatehouse/settings';
import {
  CredentialAttempts,
  ExternalAccounts,
  IdentitySessions,
  ProviderRegistry,
  type RegisteredProvider,
  fixedProviders,
  readAllowedProvider,
} from '@gatehouse/sign-in';
import { WebhookEvents } from '@gatehouse/webhooks';
import { networkOf } from '@gatehouse/wire';
import { readOncePerStart } from '@gatehouse/workers';
import type { InlineCredentials, InlineSignIn, SignInOutcome } from './inline-sign-in';
import { refusalOf } from './network-inline-sign-in';

const MAX_REPLY_BYTES = 262_144;
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

export interface ProviderSignInOptions {
  readonly settings: ProxySettings;
  readonly unitOfWork: UnitOfWork;
  readonly sessions: SessionStore;
  readonly logger: Logger;
}

/** Signs users in with tokens of identity providers, as the API does. Reference: enforcement#identification. */
export class ProviderSignIn implements InlineSignIn {
  private readonly http: OutgoingHttp;
  private readonly registry: ProviderRegistry;
  private readonly starts: IdentitySessions;
  private readonly attempts: CredentialAttempts;

  /** Throws `InvalidProviders`, which prevents the start. */
  constructor(private readonly options: ProviderSignInOptions) {
    const { settings, unitOfWork, sessions } = options;
    this.http = new OutgoingHttp(settings, {
      timeoutMs: settings.providerTimeout * 1000,
      bodyBytes: MAX_REPLY_BYTES,
    });
    const { providers } = readOncePerStart('identity providers', () =>
      fixedProviders(settings, process.env, (input) => readAllowedProvider(input, this.http)),
    );
    const keys = deriveKeys(settings.secret);
    this.attempts = new CredentialAttempts(new SignInLimiter(unitOfWork.manager, keys, settings), settings);
    this.registry = new ProviderRegistry({
      unitOfWork,
      http: this.http,
      nonces: { take: noAssertions },
      key: keys.providerSecrets,
      fixed: providers,
    });
    this.starts = new IdentitySessions({
      unitOfWork,
      accounts: accountsOf(options),
      sessions,
      devices: newDevicesOf(options),
    });
  }

  async signIn(credentials: InlineCredentials): Promise<SignInOutcome> {
    const { provider: name, authorization, client, wereAccepted = false } = credentials;
    const [, token] = BEARER.exec(authorization) ?? [];
    const registered = token === undefined ? undefined : await this.registry.find(name);
    try {
      const identity = await this.attempts.identityOf(registered, {
        credential: token ?? authorization,
        network: networkOf(client.address),
        wasAccepted: wereAccepted,
      });
      // INVARIANT: there is no identity without a provider.
      if (!registered) return 'refused';
      return await runAs({ kind: 'anonymous' }, () =>
        this.starts.start(identity, registered.definition, client),
      );
    } catch (error) {
      // An identity without an account, and one whose address another account has, are refused as well.
      const outcome = refusalOf(error);
      const reason = error instanceof Error ? error.message : '';
      if (outcome === 'refused')
        this.options.logger.info({ reason }, `sign-in with ${nameOf(registered)} refused`);
      return outcome;
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

/** The name in a request is not logged: it may be anything. */
function nameOf(registered: RegisteredProvider | undefined): string {
  return registered?.definition.name ?? 'an unknown provider';
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
