import { type UnitOfWork, sameKeySql } from '@gatehouse/database';
import { type MembershipKey, textOfMembership } from './file-set';

/** Reads what is at, of or below objects that a set owns: what has another origin keeps an object from removal. */
export class Origins {
  constructor(private readonly unitOfWork: Pick<UnitOfWork, 'manager'>) {}

  /** Resources that a synchronization has created, or that have children or permissions besides those that the set owns. */
  async ofResources(setId: number, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `SELECT i.id FROM unnest($2::integer[]) AS i (id) WHERE EXISTS (SELECT FROM synchronized_resources WHERE resource_id = i.id OFFSET 0)
         OR EXISTS (SELECT FROM resources r WHERE ${sameKeySql('r.parent_id', 'i.id')} AND NOT EXISTS (
           SELECT FROM configured_objects c WHERE c.kind = 'resource' AND c.object_id = r.id AND c.set_id = $1 AND c.state = 'owned' OFFSET 0) OFFSET 0)
         OR ${isAssigned('user', 'resource_id', 'i.id')} OR ${isAssigned('group', 'resource_id', 'i.id')}`,
      [setId, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Users who have, besides what the set owns: permissions, memberships, identities elsewhere, or API tokens. */
  async ofUsers(setId: number, ids: readonly number[], anonymousGroup: number): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `SELECT i.id FROM unnest($2::integer[]) AS i (id) WHERE ${isAssigned('user', 'user_id', 'i.id')}
         OR ${isMember('user_id', 'i.id', 'AND m.group_id <> $3')}
         OR EXISTS (SELECT FROM external_identities WHERE ${sameKeySql('user_id', 'i.id')} OFFSET 0)
         OR EXISTS (SELECT FROM remote_users WHERE ${sameKeySql('user_id', 'i.id')} OFFSET 0)
         OR EXISTS (SELECT FROM api_tokens WHERE ${sameKeySql('user_id', 'i.id')} OFFSET 0)`,
      [setId, ids, anonymousGroup],
    );
    return rows.map(({ id }) => id);
  }

  /** Groups that have members or permissions besides those that the set owns. */
  async ofGroups(setId: number, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `SELECT i.id FROM unnest($2::integer[]) AS i (id) WHERE ${isAssigned('group', 'group_id', 'i.id')}
         OR ${isMember('group_id', 'i.id')}`,
      [setId, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** The texts of the memberships that identity providers have brought. */
  async claimed(keys: readonly MembershipKey[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.unitOfWork.manager.query<MembershipKey[]>(
      `SELECT c.* FROM unnest($1::integer[], $2::integer[]) AS i (member, club) CROSS JOIN LATERAL (
         SELECT user_id AS "userId", group_id AS "groupId" FROM claimed_memberships
         WHERE user_id = i.member AND group_id = i.club LIMIT 1) c`,
      [keys.map(({ userId }) => userId), keys.map(({ groupId }) => groupId)],
    );
    return new Set(rows.map(textOfMembership));
  }

  /** Those of the groups that are denied something. */
  async deniedGroups(ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `SELECT i.id FROM unnest($1::integer[]) AS i (id) WHERE EXISTS (
         SELECT FROM group_permissions WHERE ${sameKeySql('group_id', 'i.id')} AND access = 'deny' OFFSET 0)`,
      [[...new Set(ids)]],
    );
    return new Set(rows.map(({ id }) => id));
  }
}

/** SQL: somebody else has set a permission that has the value in the column. */
function isAssigned(kind: 'user' | 'group', column: string, value: string): string {
  return `EXISTS (SELECT FROM ${kind}_permissions p WHERE ${sameKeySql(`p.${column}`, value)} AND NOT EXISTS (
    SELECT FROM configured_assignments c WHERE c.principal_kind = '${kind}' AND c.principal_id = p.${kind}_id
      AND c.resource_id = p.resource_id AND c.name = p.name AND c.set_id = $1 AND c.state = 'owned' OFFSET 0) OFFSET 0)`;
}

/** SQL: somebody else has made a membership that has the value in the column. */
function isMember(column: string, value: string, condition = ''): string {
  return `EXISTS (SELECT FROM memberships m WHERE ${sameKeySql(`m.${column}`, value)} ${condition} AND NOT EXISTS (
    SELECT FROM configured_memberships c WHERE c.user_id = m.user_id AND c.group_id = m.group_id AND c.set_id = $1
      AND c.state = 'owned' OFFSET 0) OFFSET 0)`;
}
