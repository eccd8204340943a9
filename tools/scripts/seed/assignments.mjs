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
 * @property {number} everybody the group that everybody belongs to
 * @property {number} stewards
 * @property {readonly number[]} teams institutes, projects and the rest
 */

/** What everybody may do on a public service, where its type has it. */
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

/** How often somebody has cared about a resource: often where there is something below it. */
const CARED_FOR = { branch: 0.3, leaf: 0.04 };
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
export function assignmentsOnService(service, isPublic, permissions, { everybody, stewards }) {
  const open = permissions.filter((name) => isPublic && PUBLIC.has(name));
  return [
    ...open.map((name) => assignment('group', everybody, service, name, 'allow', 'recursive')),
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
  if (!random.chance(LEAVES.has(resource.type) ? CARED_FOR.leaf : CARED_FOR.branch)) return [];
  const name = random.pick(permissions);
  // Closed to everybody, but for those who work on it.
  if (random.chance(0.15))
    return [
      assignment('group', principals.everybody, resource, name, 'deny', 'recursive'),
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
