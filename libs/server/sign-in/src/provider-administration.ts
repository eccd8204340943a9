import type { UnitOfWork } from '@gatehouse/database';
import type { SessionStore } from '@gatehouse/identity';
import { conflictParam, problem } from '@gatehouse/problems';
import type { ExternalAccounts } from './accounts/external-accounts';
import { invalid, missing } from './configuration/field-values';
import type { RawDefinition } from './configuration/presets';
import type { ProviderRegistry, RegisteredProvider } from './provider-registry';

/** Fields whose change sends the secret, or tokens, to someone else. Beside the identity URL, GitHub is asked about tokens. */
const TARGETS = ['preset', 'protocol', 'issuer', 'token_url', 'identity_url', 'introspection_url'];

export interface AdministrationDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly registry: ProviderRegistry;
  readonly accounts: Pick<ExternalAccounts, 'withdrawGroups'>;
  readonly sessions: Pick<SessionStore, 'endAllOfOrigins'>;
  /** Whether a name is that of another kind of provider. */
  readonly isReserved: (name: string) => boolean;
}

/** Providers that administrators define. Secrets are stored encrypted and never returned. Reference: providers#administration. */
export class ProviderAdministration {
  constructor(private readonly dependencies: AdministrationDependencies) {}

  /** Throws `provider_name_taken`, or the error of a definition that cannot be used. */
  async create(definition: RawDefinition, secret: string | undefined): Promise<RegisteredProvider> {
    const { unitOfWork, registry, isReserved } = this.dependencies;
    const { plain, clientSecret } = separated(definition, secret);
    const { name } = registry.read(plain).definition;
    await unitOfWork.run(async () => {
      const isTaken = isReserved(name) || registry.isFixed(name) || (await registry.store.find(name));
      if (isTaken) throw problem('provider_name_taken', {}, conflictParam('name', name));
      await registry.store.insert(name, plain, clientSecret);
    });
    return this.stored(name);
  }

  /**
   * Replaces the given fields; null removes one. Throws `value_missing` if requests would go to another target with the
   * stored secret, among others.
   */
  async update(
    name: string,
    changes: RawDefinition,
    secret: string | undefined,
  ): Promise<RegisteredProvider> {
    const { unitOfWork, registry } = this.dependencies;
    const { plain, clientSecret } = separated(changes, secret);
    await unitOfWork.run(async () => {
      const { row } = await this.row(name);
      const merged = Object.fromEntries(
        Object.entries({ ...row.definition, ...plain }).filter(([, value]) => value !== null),
      );
      if (registry.read(merged).definition.name !== name) throw invalid('name', 'the current name');
      const isElsewhere = TARGETS.some((field) => merged[field] !== row.definition[field]);
      if (isElsewhere && row.secretVersion > 0 && clientSecret === undefined) throw missing('client_secret');
      await registry.store.update(row, merged, clientSecret);
    });
    return this.stored(name);
  }

  /**
   * Deletes a provider with its identities and sessions, which another one of that name must not inherit, and with the
   * memberships that its claims have added, which nothing would remove afterwards.
   */
  async delete(name: string): Promise<void> {
    const { unitOfWork, registry, accounts, sessions } = this.dependencies;
    await unitOfWork.run(async () => {
      const { row } = await this.row(name);
      await accounts.withdrawGroups(name);
      await registry.store.delete(row);
      await sessions.endAllOfOrigins(`provider:${name}:`);
    });
  }

  private async row(name: string) {
    const found = await this.dependencies.registry.store.find(name);
    if (!found) throw problem('provider_not_found');
    return found;
  }

  private async stored(name: string): Promise<RegisteredProvider> {
    const found = await this.dependencies.registry.find(name);
    if (!found) throw problem('provider_not_found');
    return found;
  }
}

/** A definition without its secret, which is stored apart from it. */
function separated(
  input: RawDefinition,
  secret: string | undefined,
): { plain: RawDefinition; clientSecret: string | undefined } {
  const { client_secret: inner, ...plain } = input;
  const clientSecret = secret ?? inner ?? undefined;
  if (
    clientSecret !== undefined &&
    (typeof clientSecret !== 'string' || clientSecret === '' || clientSecret.length > 500)
  ) {
    throw invalid('client_secret', 'a text of 1 to 500 characters');
  }
  return { plain, clientSecret };
}
