import type { UnitOfWork } from '@gatehouse/database';
import type { SessionStore } from '@gatehouse/identity';
import { conflictParam, notFoundParam, problem } from '@gatehouse/problems';
import { invalid, missing } from './configuration/field-values';
import type { RawDefinition } from './configuration/presets';
import type { GroupMapping } from './definition';
import type { ProviderRegistry, RegisteredProvider } from './provider-registry';

/** Fields whose change sends the secret, or tokens, to someone else. Beside the identity URL, GitHub is asked about tokens. */
const TARGETS = ['preset', 'protocol', 'issuer', 'token_url', 'identity_url', 'introspection_url'];

export interface AdministrationDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly registry: ProviderRegistry;
  readonly sessions: Pick<SessionStore, 'endAllOfOrigins'>;
  /** The names of those groups that do not exist. */
  readonly unknownGroups: (names: readonly string[]) => Promise<readonly string[]>;
  /** Whether a name is that of another kind of provider. */
  readonly isReserved: (name: string) => boolean;
}

/** Providers that administrators define. Secrets are stored encrypted and never returned. Reference: identity-providers#administration. */
export class ProviderAdministration {
  constructor(private readonly dependencies: AdministrationDependencies) {}

  /** Throws `provider_name_taken`, `group_not_found`, or the error of a definition that cannot be used. */
  async create(definition: RawDefinition, secret: string | undefined): Promise<RegisteredProvider> {
    const { unitOfWork, registry, isReserved } = this.dependencies;
    const { plain, clientSecret } = separated(definition, secret);
    const { name, groupMapping } = registry.read(plain).definition;
    await unitOfWork.run(async () => {
      await this.checkGroups(groupMapping);
      const isTaken = isReserved(name) || registry.isFixed(name) || (await registry.store.isTaken(name));
      if (isTaken) throw problem('provider_name_taken', {}, conflictParam('name', name));
      await registry.store.insert(name, plain, clientSecret);
    });
    return this.stored(name);
  }

  /**
   * Replaces the given fields; null removes one. Throws `provider_unchanged` without fields, `group_not_found` for a group of
   * a new mapping, `value_missing` if requests would go to another target with the stored secret, among others.
   */
  async update(
    name: string,
    changes: RawDefinition,
    secret: string | undefined,
  ): Promise<RegisteredProvider> {
    const { unitOfWork, registry } = this.dependencies;
    const { plain, clientSecret } = separated(changes, secret);
    if (Object.keys(plain).length === 0 && clientSecret === undefined) throw problem('provider_unchanged');
    await unitOfWork.run(async () => {
      const { row } = await this.row(name);
      const merged = Object.fromEntries(
        Object.entries({ ...row.definition, ...plain }).filter(([, value]) => value !== null),
      );
      const { name: newName, groupMapping } = registry.read(merged).definition;
      if (newName !== name) throw invalid('name', 'the current name');
      if (plain['groups'] !== undefined) await this.checkGroups(groupMapping);
      const isElsewhere = TARGETS.some((field) => merged[field] !== row.definition[field]);
      if (isElsewhere && row.secretVersion > 0 && clientSecret === undefined) throw missing('client_secret');
      await registry.store.update(row, merged, clientSecret);
    });
    return this.stored(name);
  }

  /**
   * Deletes a provider with its identities and sessions, which another one of that name must not inherit, and with the
   * memberships that its claims have added, which nothing would remove afterwards. Of many rows, the last ones are removed later,
   * and the name is taken until then.
   */
  async delete(name: string): Promise<void> {
    const { unitOfWork, registry, sessions } = this.dependencies;
    await unitOfWork.run(async () => {
      const { row } = await this.row(name);
      await registry.store.delete(row);
      await sessions.endAllOfOrigins(`provider:${name}:`);
    });
  }

  private async checkGroups(mapping: GroupMapping | undefined): Promise<void> {
    if (!mapping) return;
    const [unknown] = await this.dependencies.unknownGroups(Object.values(mapping.groups));
    if (unknown !== undefined) {
      throw problem('group_not_found', {}, notFoundParam('groups.mapping', unknown));
    }
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
