import type { ResolverSession } from './resolver';

export type MappedKind = 'user' | 'group' | 'resource';

/** An assignment here: its holder and resource by their identifiers in Gatehouse. */
export interface AssignmentKey {
  readonly kind: 'user' | 'group';
  readonly principalId: number;
  readonly resourceId: number;
  readonly name: string;
}

export interface Modifiers {
  readonly access: string;
  readonly scope: string;
}

/** What Gatehouse knows of the imports of a source. */
export interface ImportRecord {
  /** The identifier here of an object of the source; undefined if it was never imported. */
  target(kind: MappedKind, id: number): number | undefined;
  /** How many objects the last import has left out, by decisions that its report lists. */
  skipped(kind: MappedKind): number;
  /** As it was imported last. */
  assignment(key: AssignmentKey): Promise<Modifiers | undefined>;
  membership(userId: number, groupId: number): Promise<boolean>;
  /** Whether the change log has a change since the last import, which is not one of an import. */
  isAssignmentChanged(key: AssignmentKey): Promise<boolean>;
  isMembershipChanged(userId: number, groupId: number): Promise<boolean>;
  isObjectChanged(kind: MappedKind, id: number): Promise<boolean>;
}

/** Identifiers are the same on both sides, and nothing is known of an import. */
export const NO_RECORD: ImportRecord = {
  target: (_, id) => id,
  skipped: () => 0,
  assignment: async () => undefined,
  membership: async () => false,
  isAssignmentChanged: async () => false,
  isMembershipChanged: async () => false,
  isObjectChanged: async () => false,
};

interface SourceRow {
  readonly id: number;
  readonly name: string;
  readonly finished_at: Date | null;
  readonly report: { readonly counts?: readonly { readonly kind: string; readonly skip: number }[] } | null;
}

/** Marks the statements of verifications. */
const MARK = '/* import verify */';

const SOURCES = `${MARK}
SELECT s.id, s.name, i.finished_at, i.report
  FROM import_sources s
  LEFT JOIN LATERAL (SELECT finished_at, report FROM imports
                      WHERE source_name = s.name AND state = 'succeeded' ORDER BY id DESC LIMIT 1) i ON true
 ORDER BY s.id`;

/**
 * The record of a source, or of the only one; undefined if nothing was ever imported. Throws an `Error` that names the sources if it has to be
 * named, or if there is none of that name. The session is one of Gatehouse's database.
 */
export async function readImportRecord(
  session: ResolverSession,
  sourceName?: string,
): Promise<ImportRecord | undefined> {
  const sources = await session.query<SourceRow>(SOURCES);
  const found = sources.filter(({ name }) => sourceName === undefined || name === sourceName);
  if (found.length === 0 && sourceName === undefined) return undefined;
  const [source] = found;
  if (!source || found.length > 1)
    throw new Error(`The sources are: ${sources.map(({ name }) => name).join(', ')}.`);
  const objects = await session.query<{ kind: string; id: string; target_id: number }>(
    `${MARK} SELECT kind, id, target_id FROM imported_objects
      WHERE source_id = $1 AND kind IN ('user', 'group', 'service', 'resource')`,
    [source.id],
  );
  const targets = { user: new Map<number, number>(), group: new Map(), resource: new Map() };
  for (const { kind, id, target_id } of objects)
    targets[kind === 'service' ? 'resource' : (kind as MappedKind)].set(Number(id), target_id);
  return new StoredRecord(session, source, targets);
}

/** Entities of the change log that decisions depend on, with what identifies a row. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  user_rule: ['user_id', 'resource_id', 'name'],
  group_rule: ['group_id', 'resource_id', 'name'],
  membership: ['user_id', 'group_id'],
  user: ['id'],
  group: ['id'],
  resource: ['id'],
  service: ['resource_id'],
};

class StoredRecord implements ImportRecord {
  private changes: Promise<ReadonlySet<string>> | undefined;
  private readonly assignments = new Map<string, Promise<Modifiers | undefined>>();

  constructor(
    private readonly session: ResolverSession,
    private readonly source: SourceRow,
    private readonly targets: Readonly<Record<MappedKind, ReadonlyMap<number, number>>>,
  ) {}

  target(kind: MappedKind, id: number): number | undefined {
    return this.targets[kind].get(id);
  }

  skipped(kind: MappedKind): number {
    const counts = this.source.report?.counts ?? [];
    const kinds = kind === 'resource' ? ['resource', 'service'] : [kind];
    return counts.filter((count) => kinds.includes(count.kind)).reduce((sum, { skip }) => sum + skip, 0);
  }

  assignment({ kind, principalId, resourceId, name }: AssignmentKey): Promise<Modifiers | undefined> {
    const key = `${kind} ${principalId} ${resourceId} ${name}`;
    const known = this.assignments.get(key);
    if (known) return known;
    const read = this.session
      .query<Modifiers>(
        `${MARK} SELECT access, scope FROM imported_assignments
          WHERE source_id = $1 AND principal_kind = $2 AND principal_id = $3 AND resource_id = $4 AND name = $5`,
        [this.source.id, kind, principalId, resourceId, name],
      )
      .then(([row]) => row);
    this.assignments.set(key, read);
    return read;
  }

  async membership(userId: number, groupId: number): Promise<boolean> {
    const rows = await this.session.query(
      `${MARK} SELECT FROM imported_memberships WHERE source_id = $1 AND user_id = $2 AND group_id = $3`,
      [this.source.id, userId, groupId],
    );
    return rows.length > 0;
  }

  async isAssignmentChanged({ kind, principalId, resourceId, name }: AssignmentKey): Promise<boolean> {
    return this.isChanged([`${kind}_rule`, principalId, resourceId, name]);
  }

  async isMembershipChanged(userId: number, groupId: number): Promise<boolean> {
    return this.isChanged(['membership', userId, groupId]);
  }

  async isObjectChanged(kind: MappedKind, id: number): Promise<boolean> {
    return (
      (await this.isChanged([kind, id])) || (kind === 'resource' && (await this.isChanged(['service', id])))
    );
  }

  private async isChanged(key: readonly (string | number)[]): Promise<boolean> {
    // Where no import was completed, nothing is known to be later.
    if (this.source.finished_at === null) return false;
    this.changes ??= this.readChanges(this.source.finished_at);
    return (await this.changes).has(key.join(' '));
  }

  private async readChanges(since: Date): Promise<ReadonlySet<string>> {
    const rows = await this.session.query<{
      entity: string;
      row: Readonly<Record<string, unknown>>;
    }>(
      `${MARK} SELECT c.entity, coalesce(c.after, c.before) AS row
         FROM revisions r JOIN changes c USING (revision)
        WHERE r.begun_at > $1 AND r.actor_role IS DISTINCT FROM 'job:import' AND c.entity = ANY ($2)`,
      [since, Object.keys(KEYS)],
    );
    return new Set(
      rows.map(({ entity, row }) => [entity, ...(KEYS[entity] ?? []).map((column) => row[column])].join(' ')),
    );
  }
}
