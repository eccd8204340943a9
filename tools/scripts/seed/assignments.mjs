// Permission assignments: public services, data stewards, embargoes with exceptions for projects, and for single users.

/** @typedef {import('../../../libs/access-engine/src/index.js').PermissionName} PermissionName */
/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {import('./tree.mjs').Node} Node */

/**
 * @typedef {object} Assignment
 * @property {'user' | 'group'} principal
 * @property {number} principalId
 * @property {Node} resource
 * @property {PermissionName} name
 * @property {'allow' | 'deny'} access
 * @property {'match' | 'recursive'} scope
 */

/**
 * The ids of principals.
 *
 * @typedef {object} Principals
 * @property {readonly number[]} users
 * @property {number} anonymousGroup the group that every user belongs to
 * @property {number} stewards
 * @property {readonly number[]} teams institutes, projects and the rest
 */

/** The permissions of all users on a public service, where its type has them. */
/** @type {ReadonlySet<PermissionName>} */
const PUBLIC = new Set([
  'access',
  'browse',
  'read',
  'getcapabilities',
  'getmap',
  'getlegendgraphic',
  'describeprocess',
  'describefeaturetype',
]);

/** The share of resources with assignments: high for those with children. */
const ASSIGNED_SHARE = { branch: 0.3, leaf: 0.04 };
const LEAVES = new Set(['file', 'layer', 'process']);

/** Modifiers with their weights, in parts of 100. */
const MODIFIERS = /** @type {const} */ ([
  [45, 'allow', 'recursive'],
  [20, 'allow', 'match'],
  [20, 'deny', 'recursive'],
  [15, 'deny', 'match'],
]);

/**
 * The assignments on a service itself.
 *
 * @param {Node} service
 * @param {boolean} isPublic
 * @param {readonly PermissionName[]} permissions those that its type has
 * @param {Principals} principals
 * @returns {Assignment[]}
 */
export function assignmentsOnService(service, isPublic, permissions, { anonymousGroup, stewards }) {
  const open = permissions.filter((name) => isPublic && PUBLIC.has(name));
  return [
    ...open.map((name) => assignment('group', anonymousGroup, service, name, 'allow', 'recursive')),
    ...permissions.map((name) => assignment('group', stewards, service, name, 'allow', 'recursive')),
  ];
}

/**
 * The assignments on a resource; most have none.
 *
 * @param {Node} resource
 * @param {readonly PermissionName[]} permissions those that its type has
 * @param {Principals} principals
 * @param {Random} random
 * @returns {Assignment[]} at most one for a principal and a name
 */
export function assignmentsOnResource(resource, permissions, principals, random) {
  if (!random.chance(LEAVES.has(resource.type) ? ASSIGNED_SHARE.leaf : ASSIGNED_SHARE.branch)) return [];
  const name = random.pick(permissions);
  // Denied to all users except the members of a team.
  if (random.chance(0.15))
    return [
      assignment('group', principals.anonymousGroup, resource, name, 'deny', 'recursive'),
      assignment('group', random.pickEarly(principals.teams), resource, name, 'allow', 'recursive'),
    ];
  const [, access, scope] = weighted(random);
  return random.chance(0.65)
    ? [assignment('group', random.pickEarly(principals.teams), resource, name, access, scope)]
    : [assignment('user', random.pickEarly(principals.users), resource, name, access, scope)];
}

/** @param {Random} random */
function weighted(random) {
  let left = random.below(100);
  return MODIFIERS.find(([weight]) => (left -= weight) < 0) ?? MODIFIERS[0];
}

/**
 * @param {Assignment['principal']} principal
 * @param {number} principalId
 * @param {Node} resource
 * @param {PermissionName} name
 * @param {Assignment['access']} access
 * @param {Assignment['scope']} scope
 * @returns {Assignment}
 */
function assignment(principal, principalId, resource, name, access, scope) {
  return { principal, principalId, resource, name, access, scope };
}
