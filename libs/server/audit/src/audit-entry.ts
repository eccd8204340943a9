/** What an entry is about. */
export interface AuditObject {
  readonly kind: 'user' | 'group' | 'resource';
  readonly id: number;
  /** Its present name, or the last one if it was deleted; null if neither is known. */
  readonly name: string | null;
}

/** A field that was changed, with its old and its new value; null where there was or is none. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the values are secret and therefore not recorded. */
  readonly concealed: boolean;
}

export interface AuditActor {
  readonly kind: string;
  readonly id: number | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** A change of one object, or an event. */
export interface AuditEntry {
  /** Entries with higher numbers were recorded later. */
  readonly id: number;
  readonly time: Date;
  /** What has happened, e.g. `user.created` or `sign_in.failed`. */
  readonly kind: string;
  /** The revision of a change. */
  readonly revision: number | null;
  readonly actor: AuditActor;
  readonly objects: readonly AuditObject[];
  readonly changes: readonly FieldChange[];
  readonly details: Readonly<Record<string, unknown>>;
  /** How often an event occurred. */
  readonly occurrences: number;
}

/** Which entries are wanted, the newest first. */
export interface AuditFilter {
  /** Name of the user who acted, regardless of case. */
  readonly actor?: string | undefined;
  /** `user` for everything about users, `user.deleted` only for their deletion. */
  readonly kind?: string | undefined;
  /** Kinds that are left out, in the same form. */
  readonly excludedKinds?: readonly string[] | undefined;
  readonly object?: Pick<AuditObject, 'kind' | 'id'> | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  /** Only entries older than the one with this number. */
  readonly after?: number | undefined;
}

/** Kinds of entries by the entity of the change log, where the words differ. */
const ENTITY_KINDS: Readonly<Record<string, string>> = {
  user_rule: 'user_permission',
  group_rule: 'group_permission',
};
const OPERATION_KINDS: Readonly<Record<string, string>> = {
  insert: 'created',
  update: 'changed',
  delete: 'deleted',
};

/** Kind of the entry of a change. */
export function kindOfChange(entity: string, operation: string): string {
  return `${ENTITY_KINDS[entity] ?? entity}.${OPERATION_KINDS[operation] ?? operation}`;
}

/** What a kind means in the change log; an operation that is none matches nothing. */
export function changesOfKind(kind: string): { entity: string; operation: string | undefined } {
  const [subject = '', verb] = kind.split('.');
  const keyOf = (words: Readonly<Record<string, string>>, word: string): string =>
    Object.entries(words).find(([, value]) => value === word)?.[0] ?? word;
  return {
    entity: keyOf(ENTITY_KINDS, subject),
    operation: verb === undefined ? undefined : keyOf(OPERATION_KINDS, verb),
  };
}

type Columns = Readonly<Record<string, unknown>>;

/** What secret columns are called. */
const CONCEALED_NAMES: Readonly<Record<string, string>> = { password_hash: 'password' };

/** The fields that differ between two states of a row, and the secret ones that were changed. */
export function fieldChanges(
  before: Columns | null,
  after: Columns | null,
  concealed: readonly string[] | null,
): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names
    .map((field) => ({
      field,
      before: before?.[field] ?? null,
      after: after?.[field] ?? null,
      concealed: false,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  const secret = (concealed ?? []).map((field) => ({
    field: CONCEALED_NAMES[field] ?? field,
    before: null,
    after: null,
    concealed: true,
  }));
  return [...changed, ...secret];
}
