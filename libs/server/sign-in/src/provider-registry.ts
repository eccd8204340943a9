import type { UnitOfWork } from '@gatehouse/database';
import { type OutgoingHttp, TargetRefused } from '@gatehouse/outgoing';
import { problem } from '@gatehouse/problems';
import { readProvider } from './configuration/read-provider';
import type { RawDefinition } from './configuration/presets';
import { createProvider } from './create-provider';
import type { ProviderConfiguration, ProviderDefinition } from './definition';
import type { IdentityProvider } from './identity-provider';
import type { AssertionNonces } from './openid2/assertion-nonces';
import { ProviderStore } from './provider-store';

/** Where a definition is from. Those of settings and of the file are read-only in the API. */
export type ProviderSource = 'settings' | 'file' | 'api';

export interface ListedProvider {
  readonly definition: ProviderDefinition;
  readonly source: ProviderSource;
  readonly hasSecret: boolean;
}

export interface RegisteredProvider extends ListedProvider {
  readonly provider: IdentityProvider;
}

/** A definition of the settings or of the file. */
export interface FixedProvider {
  readonly input: RawDefinition;
  readonly source: 'settings' | 'file';
}

export interface RegistryOptions {
  readonly unitOfWork: UnitOfWork;
  readonly http: Pick<OutgoingHttp, 'send' | 'targets'>;
  readonly nonces: AssertionNonces;
  /** Under which secrets are encrypted. */
  readonly key: Buffer;
  /** Those of settings and of the file take precedence over those of administrators. */
  readonly fixed: readonly FixedProvider[];
}

interface Opened {
  readonly fingerprint: string;
  readonly provider: IdentityProvider;
}

/** The identity providers that users can sign in with. Reference: identity-providers#definition. */
export class ProviderRegistry {
  readonly store: ProviderStore;
  private readonly fixed: ReadonlyMap<string, ProviderConfiguration & { source: ProviderSource }>;
  /** Providers that were used, with the metadata and keys that they know. */
  private readonly opened = new Map<string, Opened>();

  /** Throws `Problem` for a definition that cannot be used. */
  constructor(private readonly options: RegistryOptions) {
    this.store = new ProviderStore(options.unitOfWork, options.key);
    this.fixed = new Map(
      options.fixed.map(({ input, source }) => {
        const configuration = this.read(input);
        return [configuration.definition.name, { ...configuration, source }];
      }),
    );
  }

  /** Reads a definition. Throws `Problem`. */
  read(input: RawDefinition): ProviderConfiguration {
    return readAllowedProvider(input, this.options.http);
  }

  /** Sorted by name. A stored definition that can no longer be used is left out. */
  async list(): Promise<ListedProvider[]> {
    const fixed = [...this.fixed.values()].map(listed);
    const stored = (await this.store.list())
      .filter(({ name }) => !this.fixed.has(name))
      .flatMap(({ definition, secretVersion }): ListedProvider[] => {
        const configuration = this.readStored(definition);
        return configuration ? [{ ...configuration, source: 'api', hasSecret: secretVersion > 0 }] : [];
      });
    return [...fixed, ...stored].sort((one, other) => (one.definition.name < other.definition.name ? -1 : 1));
  }

  /**
   * The provider of a name, ignoring case. One whose URLs are no longer allowed is found, so that it can be changed and
   * deleted; requests to it are refused.
   */
  async find(name: string): Promise<RegisteredProvider | undefined> {
    const key = name.toLowerCase();
    const fixed = this.fixed.get(key);
    if (fixed) return { ...listed(fixed), provider: this.open(fixed) };
    const stored = await this.store.find(key);
    const read = stored && readWithoutCheck(stored.row.definition);
    if (!read) return undefined;
    const configuration = { ...read, clientSecret: stored.clientSecret };
    return { ...listed({ ...configuration, source: 'api' }), provider: this.open(configuration) };
  }

  isFixed(name: string): boolean {
    return this.fixed.has(name);
  }

  private readStored(definition: RawDefinition): ProviderConfiguration | undefined {
    try {
      return this.read(definition);
    } catch {
      // `SVC_OUTGOING_ALLOWED` may allow less than when it was stored.
      return undefined;
    }
  }

  private open(configuration: ProviderConfiguration): IdentityProvider {
    const { name } = configuration.definition;
    const fingerprint = JSON.stringify(configuration);
    const existing = this.opened.get(name);
    if (existing?.fingerprint === fingerprint) return existing.provider;
    const provider = createProvider(configuration, this.options.http, this.options.nonces);
    this.opened.set(name, { fingerprint, provider });
    return provider;
  }
}

/** Undefined for a definition that a later version of the program has written. */
function readWithoutCheck(definition: RawDefinition): ProviderConfiguration | undefined {
  try {
    return readProvider(definition, () => undefined);
  } catch {
    return undefined;
  }
}

/** Reads a definition whose URLs may be requested. Throws `Problem`. */
export function readAllowedProvider(
  input: RawDefinition,
  { targets }: Pick<OutgoingHttp, 'targets'>,
): ProviderConfiguration {
  return readProvider(input, (url) => {
    try {
      targets.check(url);
    } catch (error) {
      if (error instanceof TargetRefused) throw problem('provider_target_refused', { reason: error.reason });
      throw error;
    }
  });
}

function listed({
  definition,
  clientSecret,
  source,
}: ProviderConfiguration & { readonly source: ProviderSource }): ListedProvider {
  return { definition, source, hasSecret: clientSecret !== undefined };
}
