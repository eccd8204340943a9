/**
 * A resource on its way into the database: its id is given when its batch is written, which is after that of its parent
 * was.
 *
 * @typedef {object} Node
 * @property {number} id 0 until it has one
 * @property {string} name
 * @property {string} title the display name
 * @property {string} type
 * @property {Node | undefined} parent none for a service
 * @property {Node} service the root; itself for a service
 * @property {number} ordering among its siblings, from 1
 * @property {number} children how many were made so far
 */

/** @typedef {Generator<Node, void, void>} Tree resources, each after the one above it */

/** @param {string} name @param {string} title @returns {Node} */
export function serviceNode(name, title) {
  const node = { id: 0, name, title, type: 'service', parent: undefined, ordering: 0, children: 0 };
  return Object.assign(node, { service: /** @type {Node} */ (/** @type {unknown} */ (node)) });
}

/**
 * @param {Node} parent
 * @param {string} type
 * @param {string} name
 * @param {string} title
 * @returns {Node}
 */
export function childOf(parent, type, name, title = name) {
  parent.children += 1;
  return {
    id: 0,
    name,
    title,
    type,
    parent,
    service: parent.service,
    ordering: parent.children,
    children: 0,
  };
}

/**
 * The first resources of a tree; the rest is never made.
 *
 * @param {Tree} tree
 * @param {number} count
 * @returns {Tree}
 */
export function* firstOf(tree, count) {
  if (count <= 0) return;
  let left = count;
  for (const node of tree) {
    yield node;
    left -= 1;
    if (left === 0) return;
  }
}
