// Writes services with their trees and permission assignments, by the bulk operations of the directory.
import { loadBuilt } from '../checkout.mjs';
import { assignmentsOnResource, assignmentsOnService } from './assignments.mjs';
import { firstOf, serviceNode } from './tree.mjs';

/** @typedef {import('./assignments.mjs').Assignment} Assignment */
/** @typedef {import('./assignments.mjs').Principals} Principals */
/** @typedef {import('./bulk-writer.mjs').BulkWriter} BulkWriter */
/** @typedef {import('./platform.mjs').Blueprint} Blueprint */
/** @typedef {import('./platform.mjs').Size} Size */
/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {import('./tree.mjs').Node} Node */
/** @typedef {import('../../../libs/server/directory/src/index.js').ProtectedService} ProtectedService */
/** @typedef {import('../../../libs/server/directory/src/index.js').NewTreeResource} NewTreeResource */
/** @typedef {import('../../../libs/service-types/src/index.js').ResourceTypeName} ResourceTypeName */

/**
 * @param {BulkWriter} writer
 * @param {readonly Blueprint[]} blueprints
 * @param {{ size: Size, principals: Principals, random: Random, onProgress: (resources: number) => void }} options
 * @returns {Promise<{ resources: number, assignments: number }>} how many were created, services among the resources
 */
export async function writeServices(writer, blueprints, { size, principals, random, onProgress }) {
  const { services, resources } = writer.directory;
  /** @type {typeof import('../../../libs/service-types/src/index.js')} */
  const { allowedPermissions } = loadBuilt('libs/service-types/src/index.js');
  /** @param {ProtectedService} service @param {Node} node */
  const permissionsOn = ({ type }, node) =>
    allowedPermissions(type, /** @type {ResourceTypeName} */ (node.type));
  let [createdResources, createdAssignments] = [blueprints.length, 0];
  /** @type {{ blueprint: Blueprint, root: Node, service: ProtectedService }[]} */
  const created = [];

  await writer.inBatches(blueprints, async (batch) => {
    const stored = await services.createAll(
      batch.map((blueprint) => ({ ...blueprint, typeName: blueprint.type })),
    );
    for (const [index, service] of stored.entries()) {
      const blueprint = /** @type {Blueprint} */ (batch[index]);
      const root = serviceNode(service.name, service.name);
      root.id = service.id;
      const made = assignmentsOnService(root, blueprint.isPublic, permissionsOn(service, root), principals);
      await assign(writer, service, made);
      createdAssignments += made.length;
      created.push({ blueprint, root, service });
    }
  });

  for (const { blueprint, root, service } of created) {
    const left = size.resources - createdResources;
    const most = blueprint.share ? Math.min(left, Math.ceil(size.resources * blueprint.share)) : left;
    const tree = firstOf(blueprint.tree?.(root) ?? noTree(), most);
    await writer.inBatches(tree, async (nodes) => {
      const stored = await resources.createAll(service, toNewResources(nodes));
      for (const [index, { id }] of stored.entries()) /** @type {Node} */ (nodes[index]).id = id;
      const made = nodes.flatMap((node) =>
        assignmentsOnResource(node, permissionsOn(service, node), principals, random),
      );
      await assign(writer, service, made);
      createdAssignments += made.length;
      createdResources += nodes.length;
      onProgress(createdResources);
    });
  }
  return { resources: createdResources, assignments: createdAssignments };
}

/** @param {readonly Node[]} nodes each after its parent @returns {NewTreeResource[]} */
function toNewResources(nodes) {
  /** @type {Map<Node | undefined, NewTreeResource>} */
  const made = new Map();
  return nodes.map((node) => {
    const parent = made.get(node.parent) ?? node.parent?.id ?? 0;
    const resource = { name: node.name, displayName: node.title, typeName: node.type, parent };
    made.set(node, resource);
    return resource;
  });
}

/** @param {BulkWriter} writer @param {ProtectedService} service @param {readonly Assignment[]} assignments */
function assign({ directory }, service, assignments) {
  return directory.permissions.createAll(
    assignments.map(({ principal, principalId, resource, name, access, scope }) => ({
      principal: { kind: principal, id: principalId },
      resource: {
        id: resource.id,
        name: resource.name,
        type: /** @type {ResourceTypeName} */ (resource.type),
        serviceType: service.type,
      },
      permission: { name, access, scope },
    })),
  );
}

/** @returns {import('./tree.mjs').Tree} */
function* noTree() {}
