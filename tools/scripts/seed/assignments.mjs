// Who may do what: what is public, what stewards do, embargoes that projects are let through, and exceptions of people.

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {import('./tree.mjs').Node} Node */

/**
 * @typedef {object} Rule
 * @property {'user' | 'group'} principal
 * @property {number} principalId
 * @property {Node} resource
 * @property {string} name
 * @property {'allow' | 'deny'} access
 * @property {'match' | 'recursive'} scope
 */

/**
 * The ids of those who hold rules.
 *
 * @typedef {object} Holders
 * @property {readonly number[]} users
 * @property {number} everybody the group that everybody belongs to
 * @property {number} stewards
 * @property {readonly number[]} teams institutes, projects and the rest
 */

/** What everybody may do on a public service, where its type has it. */
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
 * The rules on a service itself.
 *
 * @param {Node} service
 * @param {boolean} isPublic
 * @param {readonly string[]} permissions those that its type has
 * @param {Holders} principals
 * @returns {Rule[]}
 */
export function rulesOnService(service, isPublic, permissions, { everybody, stewards }) {
  const open = permissions.filter((name) => isPublic && PUBLIC.has(name));
  return [
    ...open.map((name) => rule('group', everybody, service, name, 'allow', 'recursive')),
    ...permissions.map((name) => rule('group', stewards, service, name, 'allow', 'recursive')),
  ];
}

/**
 * The rules on a resource; most have none.
 *
 * @param {Node} resource
 * @param {readonly string[]} permissions those that its type has
 * @param {Holders} principals
 * @param {Random} random
 * @returns {Rule[]} at most one of a principal and a name
 */
export function rulesOnResource(resource, permissions, principals, random) {
  if (!random.chance(LEAVES.has(resource.type) ? CARED_FOR.leaf : CARED_FOR.branch)) return [];
  const name = random.pick(permissions);
  // Closed to everybody, but for those who work on it.
  if (random.chance(0.15))
    return [
      rule('group', principals.everybody, resource, name, 'deny', 'recursive'),
      rule('group', random.pickEarly(principals.teams), resource, name, 'allow', 'recursive'),
    ];
  const [, access, scope] = weighted(random);
  return random.chance(0.65)
    ? [rule('group', random.pickEarly(principals.teams), resource, name, access, scope)]
    : [rule('user', random.pickEarly(principals.users), resource, name, access, scope)];
}

/** @param {Random} random */
function weighted(random) {
  let left = random.below(100);
  return MODIFIERS.find(([weight]) => (left -= weight) < 0) ?? MODIFIERS[0];
}

/**
 * @param {Rule['principal']} principal
 * @param {number} principalId
 * @param {Node} resource
 * @param {string} name
 * @param {Rule['access']} access
 * @param {Rule['scope']} scope
 * @returns {Rule}
 */
function rule(principal, principalId, resource, name, access, scope) {
  return { principal, principalId, resource, name, access, scope };
}
