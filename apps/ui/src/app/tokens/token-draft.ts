import type { ApiToken, NewApiToken, RestrictionEntry } from '@gatehouse/ui-data';

/** What a token may do: everything that its owner may do, only what entries name, or everything as an administrator. */
export type Reach = 'all' | 'some' | 'administrator';

/** An entry of a restriction while it is edited. */
export interface DraftEntry {
  /** Identifies the entry while its form is open. */
  readonly key: number;
  readonly resourceId: number;
  readonly path: string;
  readonly scope: 'match' | 'recursive';
  readonly names: readonly string[];
}

/** Fields of a token that forms change. */
export interface TokenFields {
  readonly token_name: string;
  readonly expires: string;
  readonly administrator: boolean;
  readonly restriction: readonly SentEntry[] | null;
}

/** An entry as requests have it. */
export interface SentEntry {
  readonly resource_id: number;
  readonly scope: 'match' | 'recursive';
  readonly permission_names: readonly string[];
}

export function reachOf({
  administrator,
  restriction,
}: Pick<ApiToken, 'administrator' | 'restriction'>): Reach {
  if (administrator) return 'administrator';
  return restriction ? 'some' : 'all';
}

/** The restriction of a token as requests have it, by which two are compared. */
function sentOf(restriction: ApiToken['restriction']): readonly SentEntry[] | null {
  return (
    restriction?.map(({ resource_id, scope, permission_names }: RestrictionEntry) => ({
      resource_id,
      scope,
      permission_names: [...permission_names].sort(),
    })) ?? null
  );
}

export function fieldsOf(token: ApiToken): TokenFields {
  const { token_name, expires, administrator, restriction } = token;
  return { token_name, expires, administrator, restriction: sentOf(restriction) };
}

/** Names of the fields in which two states of a token differ. */
export function differences(one: Partial<TokenFields>, other: TokenFields): readonly (keyof TokenFields)[] {
  return (Object.keys(one) as (keyof TokenFields)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
}

/** The names of permissions come from the API and the types of services: the client has a type of its own for them. */
export function sendable(restriction: readonly SentEntry[]): NonNullable<NewApiToken['restriction']> {
  return [...restriction] as NonNullable<NewApiToken['restriction']>;
}
