import { nameKeySql } from '@gatehouse/database';
import type { SourceTableName } from '../source/source-tables';
import { applicableRows, nameRows, typeRows } from './permission-names';

/** How statements name a table of the reference: `public.users` in its own database, `staged_users` for staged rows. */
export type TableNames = (table: SourceTableName) => string;

/** Marks the statements of the resolver: they are about tables of the reference. */
const MARK = '/* import verify */';

/**
 * Texts that the reference takes for a permission. "Permission Definition and Modifiers": a name alone, and one with `-match`, are the
 * forms of versions before 3.0; what is not stated is `allow` and `recursive`. It takes an unknown modifier for one that is not stated.
 */
const FORM = '^[a-z]+(-[^-]*|-(allow|deny)-[^-]*)?$';
/** Those without an unknown modifier. */
const CLEAN_FORM = '^[a-z]+(-(allow|deny))?(-(match|recursive))?$';

/**
 * The assignments of the user \`$1\` and of its groups, each with its tier: the lower one is considered first.
 * $2: name of the anonymous group.
 */
function assignments(table: TableNames): string {
  return `
  -- "Permissions Resolution" (1): what is set for the user itself comes before all groups.
  -- (2.3): of groups, the anonymous one has the lowest priority; the remark below the list: all others share one.
  holders (tier, user_id, group_id) AS (
    SELECT 1, $1::integer, NULL::integer
    UNION ALL
    SELECT CASE WHEN g.group_name = $2::text THEN 3 ELSE 2 END, NULL, g.id
      FROM ${table('users_groups')} m JOIN ${table('groups')} g ON g.id = m.group_id
     WHERE m.user_id = $1
  ),
  held (resource_id, tier, group_id, stored) AS (
    SELECT p.resource_id, h.tier, h.group_id, ${nameKeySql('p.perm_name')}
      FROM holders h JOIN ${table('users_resources_permissions')} p ON p.user_id = h.user_id
    UNION ALL
    SELECT p.resource_id, h.tier, h.group_id, ${nameKeySql('p.perm_name')}
      FROM holders h JOIN ${table('groups_resources_permissions')} p ON p.group_id = h.group_id
  ),
  names (name, bit) AS (VALUES ${nameRows()}),
  applied (resource_id, tier, group_id, name, bit, denies, recurs, is_clean) AS (
    SELECT h.resource_id, h.tier, h.group_id, n.name, n.bit, split_part(h.stored, '-', 2) = 'deny',
           h.stored NOT LIKE '%-match', h.stored ~ '${CLEAN_FORM}'
      FROM held h JOIN names n ON n.name = split_part(h.stored, '-', 1)
     WHERE h.stored ~ '${FORM}'
  )`;
}

const TIERS = [
  ['u', 1],
  ['g', 2],
  ['p', 3],
] as const;

/** Per resource and tier: the names that are denied and allowed on it, and those among them that are so for what is below. */
function local(): string {
  const columns = TIERS.flatMap(([key, tier]) => [
    `coalesce(bit_or(bit) FILTER (WHERE tier = ${tier} AND denies), 0) AS ${key}_deny`,
    `coalesce(bit_or(bit) FILTER (WHERE tier = ${tier} AND NOT denies), 0) AS ${key}_allow`,
    `coalesce(bit_or(bit) FILTER (WHERE tier = ${tier} AND denies AND recurs), 0) AS ${key}_deny_all`,
    `coalesce(bit_or(bit) FILTER (WHERE tier = ${tier} AND NOT denies AND recurs), 0) AS ${key}_allow_all`,
  ]);
  return `
  here AS (
    SELECT resource_id, ${columns.join(',\n           ')}
      FROM applied GROUP BY resource_id
  )`;
}

/**
 * What a tier says on a resource, and below it. "Resolution of effective permissions" (4): a `match` assignment counts in the first
 * iteration alone, on the resource itself. The paragraph below the list: of equal priority, what is closer to the resource is kept;
 * "Permissions Resolution" (2.2): on one resource, a denial comes before an allowance.
 */
function inherited(key: string, above: (column: string) => string): readonly string[] {
  const decision = (deny: string, allow: string) => [
    `(${deny} | (${above(`${key}_deny_below`)} & ~(${deny} | ${allow})))`,
    `((${allow} & ~${deny}) | (${above(`${key}_allow_below`)} & ~(${deny} | ${allow})))`,
  ];
  const of = (column: string) => `coalesce(h.${key}_${column}, 0)`;
  return [...decision(of('deny'), of('allow')), ...decision(of('deny_all'), of('allow_all'))];
}

const COLUMNS = TIERS.flatMap(([key]) =>
  ['deny_here', 'allow_here', 'deny_below', 'allow_below'].map((column) => `${key}_${column}`),
);

/** The tree, from the services down: each step has what the assignments so far decide on a resource and below it. */
function tree(table: TableNames): string {
  const atService = TIERS.flatMap(([key]) => inherited(key, () => '0'));
  const below = TIERS.flatMap(([key]) => inherited(key, (column) => `t.${column}`));
  return `
  tree (resource_id, resource_type, service_type, ${COLUMNS.join(', ')}) AS (
    SELECT r.resource_id, r.resource_type::text, s.type::text, ${atService.join(', ')}
      FROM ${table('services')} s JOIN ${table('resources')} r ON r.resource_id = s.resource_id
      LEFT JOIN here h ON h.resource_id = r.resource_id
    UNION ALL
    SELECT r.resource_id, r.resource_type::text, t.service_type, ${below.join(', ')}
      FROM tree t JOIN ${table('resources')} r ON r.parent_id = t.resource_id
      LEFT JOIN here h ON h.resource_id = r.resource_id
  )`;
}

const OUTCOME = ['allowed', 'by_user', 'by_groups', 'by_anonymous'];

/** The outcome of the tiers, one after the other. "Resolution of effective permissions" (2), (3): the user, then its groups by priority. */
function outcome(where: 'here' | 'below'): readonly string[] {
  const any = (key: string) => `(${key}_deny_${where} | ${key}_allow_${where})`;
  return [
    `(u_allow_${where} | (g_allow_${where} & ~${any('u')}) | (p_allow_${where} & ~(${any('u')} | ${any('g')})))`,
    any('u'),
    `(${any('g')} & ~${any('u')})`,
    `(${any('p')} & ~(${any('u')} | ${any('g')}))`,
  ];
}

/**
 * One row for each resource below a service: the bits of the names that can be set on it, those of them that are allowed, and those that an
 * assignment of the user, of its groups, or of the anonymous group decides; the others are denied for want of an assignment. Then the
 * same for what is not registered below the resource.
 * $1: user, $2: name of the anonymous group.
 */
export function answersSql(table: TableNames): string {
  const columns = (['here', 'below'] as const).flatMap((where) =>
    outcome(where).map((bits, index) => `${bits} & a.bits AS ${OUTCOME[index]}_${where}`),
  );
  return `${MARK} WITH RECURSIVE ${assignments(table)},${local()},${tree(table)},
  applicable (service_type, resource_type, bits) AS (VALUES ${applicableRows()})
SELECT t.resource_id, a.bits AS names, ${columns.join(', ')}
  FROM tree t JOIN applicable a ON a.service_type = t.service_type AND a.resource_type = t.resource_type`;
}

/**
 * The assignments of a name that are considered for a user on a resource, in their order: the first one decides.
 * $1: user, $2: name of the anonymous group, $3: resource, $4: name, $5: whether the resource itself is asked for, not something below it.
 */
export function consideredSql(table: TableNames): string {
  return `${MARK} WITH RECURSIVE ${assignments(table)},
  -- "Resolution of effective permissions", pseudo-code (5): from the resource up to its service.
  chain (resource_id, parent_id, distance) AS (
    SELECT resource_id, parent_id, 0 FROM ${table('resources')} WHERE resource_id = $3::integer
    UNION ALL
    SELECT r.resource_id, r.parent_id, c.distance + 1
      FROM chain c JOIN ${table('resources')} r ON r.resource_id = c.parent_id
  )
SELECT a.tier, c.distance, a.resource_id, r.resource_name, a.group_id, g.group_name, a.denies, a.recurs
  FROM chain c JOIN applied a ON a.resource_id = c.resource_id
  JOIN ${table('resources')} r ON r.resource_id = c.resource_id
  LEFT JOIN ${table('groups')} g ON g.id = a.group_id
 WHERE a.name = $4::text
   -- (1.2), (5.2): \`match\` counts on the resource itself only.
   AND (a.recurs OR (c.distance = 0 AND $5::boolean))
 ORDER BY a.tier, c.distance, a.denies DESC, a.recurs DESC, a.group_id`;
}

/**
 * The users, with what decides which of them have the same answers.
 * $1: name of the administrators' group, $2: name of the anonymous user.
 */
export function usersSql(table: TableNames): string {
  return `${MARK} SELECT u.id, u.user_name AS name, coalesce(m.groups, '{}') AS groups,
       coalesce(m.is_administrator, false) AS is_administrator, u.user_name = $2::text AS is_anonymous,
       o.user_id IS NOT NULL AS has_own, coalesce(o.denies, false) AS has_own_denials
  FROM ${table('users')} u
  -- "Resolution of effective permissions" (1): members of the administrators' group have everything.
  LEFT JOIN (SELECT x.user_id, array_agg(x.group_id ORDER BY x.group_id) AS groups,
                    bool_or(g.group_name = $1::text) AS is_administrator
               FROM ${table('users_groups')} x JOIN ${table('groups')} g ON g.id = x.group_id
              GROUP BY x.user_id) m ON m.user_id = u.id
  LEFT JOIN (SELECT user_id, bool_or(perm_name LIKE '%-deny%') AS denies
               FROM ${table('users_resources_permissions')} GROUP BY user_id) o ON o.user_id = u.id
 ORDER BY u.id`;
}

/** The groups that are denied something. */
export function denyingGroupsSql(table: TableNames): string {
  return `${MARK} SELECT DISTINCT group_id FROM ${table('groups_resources_permissions')} WHERE perm_name LIKE '%-deny%'`;
}

/** Resources without answers: below no service, or of a type that the service does not have. */
export function unreachableSql(table: TableNames): string {
  return `${MARK} WITH RECURSIVE tree (resource_id, resource_type, service_type) AS (
    SELECT r.resource_id, r.resource_type::text, s.type::text
      FROM ${table('services')} s JOIN ${table('resources')} r ON r.resource_id = s.resource_id
    UNION ALL
    SELECT r.resource_id, r.resource_type::text, t.service_type
      FROM tree t JOIN ${table('resources')} r ON r.parent_id = t.resource_id
  ),
  applicable (service_type, resource_type) AS (VALUES ${typeRows()})
SELECT resource_id FROM ${table('resources')}
EXCEPT
SELECT t.resource_id FROM tree t JOIN applicable USING (service_type, resource_type)`;
}

/** All assignments of a user and of its groups. $1: user, $2: name of the anonymous group. */
export function heldSql(table: TableNames): string {
  return `${MARK} WITH ${assignments(table)}
SELECT resource_id, group_id, name, denies, recurs, is_clean FROM applied`;
}

/** Where each resource is. */
export function parentsSql(table: TableNames): string {
  return `${MARK} SELECT resource_id, parent_id FROM ${table('resources')}`;
}

/** The names from a service to a resource. $1: resource. */
export function pathSql(table: TableNames): string {
  return `${MARK} WITH RECURSIVE chain (parent_id, name, distance) AS (
    SELECT parent_id, resource_name, 0 FROM ${table('resources')} WHERE resource_id = $1::integer
    UNION ALL
    SELECT r.parent_id, r.resource_name, c.distance + 1
      FROM chain c JOIN ${table('resources')} r ON r.resource_id = c.parent_id WHERE c.distance < 1000
  )
SELECT name FROM chain ORDER BY distance DESC`;
}

/** The identifiers of all objects of a kind. */
export function idsSql(table: TableNames): Readonly<Record<'user' | 'group' | 'resource', string>> {
  return {
    user: `${MARK} SELECT id FROM ${table('users')}`,
    group: `${MARK} SELECT id FROM ${table('groups')}`,
    resource: `${MARK} SELECT resource_id AS id FROM ${table('resources')}`,
  };
}
