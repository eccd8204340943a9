import {
  type TableNames,
  answersSql,
  consideredSql,
  denyingGroupsSql,
  heldSql,
  idsSql,
  parentsSql,
  pathSql,
  unreachableSql,
  usersSql,
} from './resolver-sql';

/** The groups and the user of the reference that are special by their names. */
export interface ResolverNames {
  readonly administrators: string;
  readonly anonymousGroup: string;
  readonly anonymousUser: string;
}

/** A session with the tables of the reference, in one transaction that sees them as they are at one moment. */
export interface ResolverSession {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface SourceUser {
  readonly id: number;
  readonly name: string;
  /** Identifiers, ascending. */
  readonly groups: readonly number[];
  readonly isAdministrator: boolean;
  readonly isAnonymous: boolean;
  /** Whether it has assignments that are not those of a group. */
  readonly hasOwn: boolean;
  readonly hasOwnDenials: boolean;
}

/** What is decided about names on a resource; each field but the first is a set of names, a bit for each. */
export interface Outcome {
  readonly allowed: number;
  /** Decided by an assignment of the user. */
  readonly byUser: number;
  readonly byGroups: number;
  readonly byAnonymousGroup: number;
}

export interface ResourceAnswers {
  readonly resourceId: number;
  /** The names that can be set on the resource. */
  readonly names: number;
  readonly here: Outcome;
  /** For what is not registered below the resource. */
  readonly below: Outcome;
}

/** An assignment that is considered for a decision. */
interface Considered {
  readonly resourceId: number;
  readonly resourceName: string;
  readonly distance: number;
  /** Null: the user itself. */
  readonly group: { readonly id: number; readonly name: string } | null;
  readonly denies: boolean;
  readonly isRecursive: boolean;
  /** Lower tiers come first: 1 for the user, 2 for groups, 3 for the anonymous group. */
  readonly tier: number;
}

/** An assignment as it is stored. */
export interface HeldInSource {
  /** Null: of the user itself. */
  readonly groupId: number | null;
  readonly name: string;
  readonly denies: boolean;
  readonly isRecursive: boolean;
  /** Whether its text has no unknown modifier. */
  readonly isClean: boolean;
}

export interface Explained {
  readonly access: 'allow' | 'deny';
  /** As the reference writes it: `user:4:ada`, `group:3:sailors`, `multiple`, `administrator`, `no-permission`. */
  readonly reason: string;
  /** In their order: the first one decides. */
  readonly considered: readonly Considered[];
}

/** Resources of one round trip. */
const CHUNK = 20_000;

type Side = 'here' | 'below';
type AnswerRow = Readonly<
  Record<'resource_id' | 'names' | `${'allowed' | 'by_user' | 'by_groups' | 'by_anonymous'}_${Side}`, number>
>;

/**
 * The effective permissions that the reference gives, computed by statements on its own tables from what its documentation and
 * `docs/permissions.md` say. It is a second implementation: nothing of it is shared with the engine that Gatehouse decides with.
 */
export class Resolver {
  private readonly sql;

  constructor(
    private readonly session: ResolverSession,
    table: TableNames,
    private readonly names: ResolverNames,
  ) {
    this.sql = {
      answers: answersSql(table),
      considered: consideredSql(table),
      users: usersSql(table),
      denyingGroups: denyingGroupsSql(table),
      unreachable: unreachableSql(table),
      held: heldSql(table),
      parents: parentsSql(table),
      path: pathSql(table),
      ids: idsSql(table),
    };
  }

  /** All users, by their identifiers. */
  async users(): Promise<readonly SourceUser[]> {
    const { administrators, anonymousUser } = this.names;
    const rows = await this.session.query<{
      id: number;
      name: string;
      groups: number[];
      is_administrator: boolean;
      is_anonymous: boolean;
      has_own: boolean;
      has_own_denials: boolean;
    }>(this.sql.users, [administrators, anonymousUser]);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      groups: row.groups,
      isAdministrator: row.is_administrator,
      isAnonymous: row.is_anonymous,
      hasOwn: row.has_own,
      hasOwnDenials: row.has_own_denials,
    }));
  }

  /** The groups that are denied something. */
  async denyingGroups(): Promise<ReadonlySet<number>> {
    const rows = await this.session.query<{ group_id: number }>(this.sql.denyingGroups);
    return new Set(rows.map(({ group_id }) => group_id));
  }

  /** Resources for which there are no answers: below no service, or of a type that the service does not have. */
  async unreachable(): Promise<readonly number[]> {
    const rows = await this.session.query<{ resource_id: number }>(this.sql.unreachable);
    return rows.map(({ resource_id }) => resource_id);
  }

  /** The assignments of a user and of its groups, by resource. */
  async held(userId: number): Promise<ReadonlyMap<number, readonly HeldInSource[]>> {
    const rows = await this.session.query<{
      resource_id: number;
      group_id: number | null;
      name: string;
      denies: boolean;
      recurs: boolean;
      is_clean: boolean;
    }>(this.sql.held, [userId, this.names.anonymousGroup]);
    const found = new Map<number, HeldInSource[]>();
    for (const { resource_id, group_id, name, denies, recurs, is_clean } of rows) {
      const held = { groupId: group_id, name, denies, isRecursive: recurs, isClean: is_clean };
      const others = found.get(resource_id);
      if (others) others.push(held);
      else found.set(resource_id, [held]);
    }
    return found;
  }

  /** The resource above each resource. */
  async parents(): Promise<ReadonlyMap<number, number | null>> {
    const rows = await this.session.query<{ resource_id: number; parent_id: number | null }>(
      this.sql.parents,
    );
    return new Map(rows.map(({ resource_id, parent_id }) => [resource_id, parent_id]));
  }

  /** The identifiers of all objects of a kind. */
  async ids(kind: 'user' | 'group' | 'resource'): Promise<readonly number[]> {
    return (await this.session.query<{ id: number }>(this.sql.ids[kind])).map(({ id }) => id);
  }

  /** The names from the service to a resource, with slashes. */
  async pathOf(resourceId: number): Promise<string> {
    const rows = await this.session.query<{ name: string }>(this.sql.path, [resourceId]);
    return rows.map(({ name }) => name).join('/');
  }

  /** The answers about a user on all resources, in no particular order, in portions. */
  async *answers(
    user: Pick<SourceUser, 'id' | 'isAdministrator'>,
  ): AsyncGenerator<readonly ResourceAnswers[]> {
    // "Resolution of effective permissions" (1): to an administrator, everything that can be set is allowed.
    const toAnswers = user.isAdministrator ? answersOfAdministrator : answersOf;
    const { session } = this;
    await session.query(`DECLARE import_answers NO SCROLL CURSOR FOR ${this.sql.answers}`, [
      user.id,
      this.names.anonymousGroup,
    ]);
    let rows: AnswerRow[];
    do {
      rows = await session.query<AnswerRow>(`FETCH FORWARD ${CHUNK} FROM import_answers`);
      yield rows.map(toAnswers);
    } while (rows.length === CHUNK);
    await session.query('CLOSE import_answers');
  }

  /** Why a name is allowed or denied on a resource, or (`isExact` false) for what is not registered below it. */
  async explain(
    user: Pick<SourceUser, 'id' | 'name' | 'isAdministrator'>,
    resourceId: number,
    name: string,
    isExact = true,
  ): Promise<Explained> {
    const rows = await this.session.query<{
      tier: number;
      distance: number;
      resource_id: number;
      resource_name: string;
      group_id: number | null;
      group_name: string | null;
      denies: boolean;
      recurs: boolean;
    }>(this.sql.considered, [user.id, this.names.anonymousGroup, resourceId, name, isExact]);
    const considered = rows.map((row) => ({
      tier: row.tier,
      distance: row.distance,
      resourceId: row.resource_id,
      resourceName: row.resource_name,
      group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
      denies: row.denies,
      isRecursive: row.recurs,
    }));
    if (user.isAdministrator) return { access: 'allow', reason: 'administrator', considered };
    const [first] = considered;
    if (!first) return { access: 'deny', reason: 'no-permission', considered };
    return { access: first.denies ? 'deny' : 'allow', reason: reasonOf(first, considered, user), considered };
  }
}

/** "Extended Representation", the table of reasons. Several groups count together if they state the same at the same place. */
function reasonOf(
  first: Considered,
  considered: readonly Considered[],
  user: Pick<SourceUser, 'id' | 'name'>,
): string {
  if (!first.group) return `user:${user.id}:${user.name}`;
  const same = considered.filter(
    ({ tier, distance, denies, isRecursive }) =>
      tier === first.tier &&
      distance === first.distance &&
      denies === first.denies &&
      isRecursive === first.isRecursive,
  );
  return same.length > 1 ? 'multiple' : `group:${first.group.id}:${first.group.name}`;
}

function answersOf(row: AnswerRow): ResourceAnswers {
  const { resource_id: resourceId, names } = row;
  return { resourceId, names, here: outcomeOf(row, 'here'), below: outcomeOf(row, 'below') };
}

function outcomeOf(row: AnswerRow, side: Side): Outcome {
  return {
    allowed: row[`allowed_${side}`],
    byUser: row[`by_user_${side}`],
    byGroups: row[`by_groups_${side}`],
    byAnonymousGroup: row[`by_anonymous_${side}`],
  };
}

function answersOfAdministrator({ resource_id: resourceId, names }: AnswerRow): ResourceAnswers {
  const everything = { allowed: names, byUser: 0, byGroups: 0, byAnonymousGroup: 0 };
  return { resourceId, names, here: everything, below: everything };
}
