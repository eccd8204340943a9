/** What an entry is about. */
export interface AuditObject {
  readonly kind: 'user' | 'group' | 'resource';
  readonly id: number;
  /** Its present name, or the last one if it was deleted; null if neither is known. */
  readonly name: string | null;
  /** Of a resource: names from the service down to it, joined by `/`, as `name` is; otherwise null. */
  readonly path: string | null;
}

/** A field that was changed, with its old and its new value; null where there was or is none. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the values are secret and therefore not recorded. */
  readonly concealed: boolean;
}

interface AuditActor {
  readonly kind: string;
  readonly id: number | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The revision that undid another one. */
export interface UndoingRevision {
  readonly revision: number;
  readonly time: Date;
  readonly userName: string | null;
}

/** What a revision did as a whole. */
export interface RevisionSummary {
  /** How many entries it has of each kind. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[];
  /** Name of the identity provider whose user signed in for the first time by this revision. */
  readonly provider: string | null;
  /** Whether `POST /changes/{revision}/undo` would restore what it changed. */
  readonly undoable: boolean;
  readonly undoneBy: UndoingRevision | null;
}

/** How far the rows below and of a deleted object are removed. */
export interface RowRemovalState {
  /** Rows that were removed after the revision of the deletion. */
  readonly rows: number;
  readonly isInProgress: boolean;
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
  /** What the changed row is beside its objects, such as the name of a permission; the state after the change. */
  readonly about: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
  /** How often an event occurred. */
  readonly occurrences: number;
  /** Of the revision, in listings by revision. */
  readonly summary: RevisionSummary | null;
  /** Of a revision that is a large deletion; not in exports. */
  readonly removal: RowRemovalState | null;
}

/** Which entries are wanted, the newest first. */
export interface AuditFilter {
  /** Name of the user who acted, regardless of case. */
  readonly actor?: string | undefined;
  /** `user` for everything about users, `user.deleted` only for their deletion. */
  readonly kind?: string | undefined;
  /** Kinds that are left out, in the same form. */
  readonly excludedKinds?: readonly string[] | undefined;
  /** Only entries of this revision. */
  readonly revision?: number | undefined;
  /** One entry for each revision, with a summary of it. */
  readonly byRevision?: boolean | undefined;
  readonly object?: Pick<AuditObject, 'kind' | 'id'> | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  /** Only entries older than the one with this number. */
  readonly after?: number | undefined;
  /**
   * Also the steps by which a job removes rows after large deletions, each as an entry of its own. Otherwise they are left out, except in the
   * listing of one revision, and in the history of an object without the deletion itself.
   */
  readonly withSteps?: boolean | undefined;
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

/** Sessions that end together by a cut-off. */
const ENDED_TOGETHER = { kind: 'session.ended', entity: 'session_cutoff', operation: 'insert' } as const;

/** Kind of the entry of a change. */
export function kindOfChange(entity: string, operation: string): string {
  if (entity === ENDED_TOGETHER.entity && operation === ENDED_TOGETHER.operation) return ENDED_TOGETHER.kind;
  return `${ENTITY_KINDS[entity] ?? entity}.${OPERATION_KINDS[operation] ?? operation}`;
}

/** Changes of an entity, all or those by one operation. */
export interface ChangesOfKind {
  readonly entity: string;
  readonly operation: string | undefined;
}

/** What a kind means in the change log; an operation that is none matches nothing. */
export function changesOfKind(kind: string): readonly ChangesOfKind[] {
  const [subject = '', verb] = kind.split('.');
  const keyOf = (words: Readonly<Record<string, string>>, word: string): string =>
    Object.entries(words).find(([, value]) => value === word)?.[0] ?? word;
  const { entity, operation } = ENDED_TOGETHER;
  if (kind === ENDED_TOGETHER.kind) return [{ entity, operation }];
  if (subject === entity) return [];
  const changes = {
    entity: keyOf(ENTITY_KINDS, subject),
    operation: verb === undefined ? undefined : keyOf(OPERATION_KINDS, verb),
  };
  return kind === 'session' ? [changes, { entity, operation }] : [changes];
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

/** Fields that say what a row is, by entity; those of secrets and free texts are not among them. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  user: ['kind'],
  api_token: ['name'],
  user_rule: ['name', 'access', 'scope'],
  group_rule: ['name', 'access', 'scope'],
  resource: ['type'],
  pending_user: ['name', 'email'],
  identity_provider: ['name', 'display_name'],
  external_identity: ['provider'],
  claimed_membership: ['provider'],
  network_node: ['name'],
  remote_user: ['name'],
  webhook: ['name', 'action'],
  group_terms: ['version'],
  terms_acceptance: ['version'],
};

/** How the origins of the sessions of an identity provider begin. */
const ORIGIN_OF_PROVIDER = /^provider:([^:]+):/;

/** What identifies a changed row beside its objects, as texts, by field. */
export function aboutRow(
  entity: string,
  before: Columns | null,
  after: Columns | null,
): Record<string, string> {
  const row = after ?? before ?? {};
  const definition = (row['definition'] ?? {}) as Columns;
  const prefix = row['origin_prefix'];
  const [, provider] = typeof prefix === 'string' ? (ORIGIN_OF_PROVIDER.exec(prefix) ?? []) : [];
  if (provider !== undefined) return { provider };
  const found = (ABOUT[entity] ?? []).map((field) => [field, row[field] ?? definition[field]] as const);
  return Object.fromEntries(
    found.flatMap(([field, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[field, String(value)]] : [],
    ),
  );
}
