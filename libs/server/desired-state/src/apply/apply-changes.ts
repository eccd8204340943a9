import type { Directory, NewTreeResource, ProtectedService, ResourceNode } from '@gatehouse/directory';
import type { Value } from '../ownership/file-set';
import { valueOfResource } from '../ownership/present-state';
import type { Identifiers } from '../ownership/recorded-changes';
import type {
  NewMembership,
  PlannedChange,
  PlannedNode,
  PlannedPrincipal,
  PlannedService,
} from '../plan/plan';
import { proxyOptionsOf } from '../plan/proxy-options';

/** The parts of the directory that changes are made with. For files they report nothing, so that no webhook is called. */
export type WrittenDirectory = Pick<
  Directory,
  'services' | 'groups' | 'users' | 'memberships' | 'resources' | 'permissions'
>;

/** Stored forms of the passwords of new users, by the names of the users. */
export type PasswordHashes = ReadonlyMap<string, string>;

type Of<Kind extends PlannedChange['kind']> = Extract<PlannedChange, { readonly kind: Kind }>;

/**
 * Inside a unit of work: makes changes of a plan. The number of statements does not depend on their number, except that of new
 * groups with terms.
 */
export async function applyChanges(
  directory: WrittenDirectory,
  changes: readonly PlannedChange[],
  passwords: PasswordHashes,
): Promise<Identifiers> {
  const application = new Application(directory);
  const of = <Kind extends PlannedChange['kind']>(...kinds: readonly Kind[]): Of<Kind>[] =>
    changes.filter((change): change is Of<Kind> => kinds.some((kind) => kind === change.kind));
  await application.createServices(of('create_service'));
  await directory.services.overwriteAll(of('change_service').map(({ changed }) => changed));
  await application.createGroups(of('create_group'));
  await application.createUsers(of('create_user'), passwords);
  await application.createResources(of('create_resource'));
  await application.addMemberships([
    ...of('create_user').flatMap(({ principal: user, groups }) => groups.map((group) => ({ user, group }))),
    ...of('add_membership'),
  ]);
  await application.changePermissions(of('set_permission', 'remove_permission'));
  await application.removeMemberships(of('remove_membership'));
  await application.delete(of('delete_service', 'delete_resource', 'delete_user', 'delete_group'));
  return application;
}

class Application implements Identifiers {
  private readonly services = new Map<PlannedService, ProtectedService>();
  private readonly principals = new Map<PlannedPrincipal, number>();
  private readonly nodes = new Map<PlannedNode, ResourceNode>();

  constructor(private readonly directory: WrittenDirectory) {}

  async createServices(changes: readonly Of<'create_service'>[]): Promise<void> {
    if (changes.length === 0) return;
    const created = await this.directory.services.insertAll(
      changes.map(({ desired }) => {
        const { name, type, url, syncType, synchronization = null, configuration } = desired;
        const proxy = proxyOptionsOf(desired, null);
        return { name, type, url, syncType, synchronization, configuration, proxy };
      }),
    );
    for (const [index, { service }] of changes.entries()) {
      const stored = created[index];
      if (stored) this.services.set(service, stored);
    }
  }

  async createGroups(changes: readonly Of<'create_group'>[]): Promise<void> {
    if (changes.length === 0) return;
    const ids = await this.directory.groups.createAll(
      changes.map(({ group: { name, description, discoverable, terms } }) => ({
        name,
        description,
        discoverable,
        terms,
      })),
    );
    this.note(changes, ids);
  }

  async createUsers(changes: readonly Of<'create_user'>[], passwords: PasswordHashes): Promise<void> {
    if (changes.length === 0) return;
    const ids = await this.directory.users.createAll(
      changes.map(({ user: { name, email, kind, locale } }) => ({
        name,
        email,
        kind,
        passwordHash: passwords.get(name) ?? null,
        ...(locale === 'en' || locale === 'fr' ? { locale } : {}),
      })),
    );
    this.note(changes, ids);
  }

  async createResources(changes: readonly Of<'create_resource'>[]): Promise<void> {
    const trees = new Map<PlannedService, { node: PlannedNode; resource: NewTreeResource }[]>();
    const planned = new Map<PlannedNode, NewTreeResource>();
    for (const { node } of changes) {
      const { service, name, displayName, type, parent } = node;
      if (!parent) throw new Error('a service is no resource to create');
      const resource = {
        name,
        displayName,
        typeName: type,
        parent: planned.get(parent) ?? this.idOf(parent),
      };
      planned.set(node, resource);
      const tree = trees.get(service) ?? [];
      tree.push({ node, resource });
      trees.set(service, tree);
    }
    const ordered = [...trees];
    const created = await this.directory.resources.createTrees(
      ordered.map(([service, tree]) => ({
        service: this.serviceOf(service),
        resources: tree.map(({ resource }) => resource),
      })),
    );
    const nodes = ordered.flatMap(([, tree]) => tree.map(({ node }) => node));
    for (const [index, resource] of created.entries()) {
      const node = nodes[index];
      if (node) this.nodes.set(node, resource);
    }
  }

  async addMemberships(changes: readonly NewMembership[]): Promise<void> {
    if (changes.length === 0) return;
    await this.directory.memberships.createAll(
      changes.map(({ user, group }) => ({
        userId: this.principalIdOf(user),
        groupId: this.principalIdOf(group),
      })),
    );
  }

  async changePermissions(changes: readonly Of<'set_permission' | 'remove_permission'>[]): Promise<void> {
    const assignments = (isSet: boolean) =>
      changes.flatMap(({ principal, node, before, after }) => {
        const permission = after ?? before;
        if ((after !== undefined) !== isSet || !permission) return [];
        const { kind, name } = principal;
        const id = this.principalIdOf(principal);
        return [{ principal: { kind, id, name }, resourceId: this.idOf(node), permission, before }];
      });
    // Webhooks report them in this order, where the directory reports changes.
    await this.directory.permissions.replaceAll(assignments(true));
    await this.directory.permissions.removeAll(assignments(false));
  }

  async removeMemberships(changes: readonly Of<'remove_membership'>[]): Promise<void> {
    if (changes.length === 0) return;
    await this.directory.memberships.removeAll(
      changes.map(({ user, group }) => ({
        user: { id: this.principalIdOf(user), name: user.name },
        group: { id: this.principalIdOf(group), name: group.name },
      })),
    );
  }

  /** One by one, since each revision of a deletion removes a bounded number of rows. */
  async delete(
    changes: readonly Of<'delete_service' | 'delete_resource' | 'delete_user' | 'delete_group'>[],
  ): Promise<void> {
    const { services, resources, users, groups } = this.directory;
    for (const change of changes) {
      if ('node' in change) {
        if (change.kind === 'delete_service') await services.delete(this.serviceOf(change.node.service));
        else await resources.delete({ id: this.idOf(change.node) });
        continue;
      }
      const { name } = change.principal;
      if (change.kind === 'delete_group') await groups.delete(await groups.byName(name));
      else {
        const user = await users.byId(this.principalIdOf(change.principal));
        await users.delete(user, { byKeyword: false });
      }
    }
  }

  private note(changes: readonly { readonly principal: PlannedPrincipal }[], ids: readonly number[]): void {
    for (const [index, { principal }] of changes.entries()) {
      const id = ids[index];
      if (id !== undefined) this.principals.set(principal, id);
    }
  }

  private serviceOf(planned: PlannedService): ProtectedService {
    const service = planned.stored ?? this.services.get(planned);
    if (!service) throw new Error(`the service ${planned.name} was not created`);
    return service;
  }

  principalIdOf(planned: PlannedPrincipal): number {
    const id = planned.id ?? this.principals.get(planned);
    if (id === undefined) throw new Error(`the ${planned.kind} ${planned.name} was not created`);
    return id;
  }

  serviceIdOf(service: PlannedService): number {
    return this.serviceOf(service).id;
  }

  findIdOf(node: PlannedNode): number | undefined {
    if (node.id !== undefined) return node.id;
    return node.parent
      ? this.nodes.get(node)?.id
      : (node.service.stored ?? this.services.get(node.service))?.id;
  }

  createdValueOf(node: PlannedNode): Value {
    const resource = this.nodes.get(node);
    if (!resource) throw new Error(`the resource ${node.name} was not created`);
    return valueOfResource(resource);
  }

  idOf(node: PlannedNode): number {
    const id = this.findIdOf(node);
    if (id === undefined) throw new Error(`the resource ${node.name} was not created`);
    return id;
  }
}
