import { randomUUID } from 'node:crypto';
import { loadBuilt } from '../../checkout.mjs';

/** @typedef {import('../bulk-writer.mjs').BulkWriter} BulkWriter */
/** @typedef {import('../random.mjs').Random} Random */
/** @typedef {import('./session-events.mjs').Member} Member */
/** @typedef {import('../../../../libs/server/database/src/index.js').Actor} Actor */
/** @typedef {import('../../../../libs/server/directory/src/index.js').LocatedResource} LocatedResource */

/** @typedef {{ kind: 'user' | 'group', id: number, name: string }} Principal */

/** What administrators do, with weights in parts of 100. */
const ACTIONS = /** @type {const} */ ([
  [34, 'grant'],
  [18, 'revoke'],
  [17, 'join'],
  [9, 'leave'],
  [12, 'createResource'],
  [3, 'deleteResource'],
  [6, 'createUser'],
  [1, 'createGroup'],
]);

/**
 * What administrators do during the history, by the operations of the directory that the API calls for them.
 */
export class Administration {
  #writer;
  #unitOfWork;
  #random;
  #administrator;
  #members;
  #groups;
  #resourceIds;
  #joined = /** @type {{ user: Member, group: Principal }[]} */ ([]);
  #granted = /** @type {{ principal: Principal, resourceId: number, permission: string }[]} */ ([]);
  #created = /** @type {number[]} */ ([]);
  #count = 0;

  /**
   * @param {object} parts
   * @param {BulkWriter} parts.writer
   * @param {ReturnType<typeof import('./dated-unit-of-work.mjs').createDatedUnitOfWork>} parts.unitOfWork
   * @param {Random} parts.random
   * @param {{ id: number, name: string }} parts.administrator
   * @param {readonly Member[]} parts.members
   * @param {readonly Principal[]} parts.groups without terms, which users can be members of
   * @param {readonly number[]} parts.resourceIds of which some get new assignments or children
   */
  constructor({ writer, unitOfWork, random, administrator, members, groups, resourceIds }) {
    this.#writer = writer;
    this.#unitOfWork = unitOfWork;
    this.#random = random;
    this.#administrator = administrator;
    this.#members = members;
    this.#groups = [...groups];
    this.#resourceIds = resourceIds;
  }

  /** One action at a time; nothing if what it needs does not exist yet. @param {number} at in ms since 1970 */
  async act(at) {
    this.#unitOfWork.at = new Date(at);
    this.#count += 1;
    let left = this.#random.below(100);
    const [, action] = ACTIONS.find(([weight]) => (left -= weight) < 0) ?? ACTIONS[0];
    await this[action]();
  }

  async grant() {
    const resource = await this.#someResource();
    const permission = this.#somePermission(resource);
    const principal = this.#random.chance(0.7) ? this.#random.pickEarly(this.#groups) : this.#someUser();
    if (!permission) return;
    const { permissions } = this.#writer.directory;
    const given = { permission: `${permission}-${this.#random.chance(0.75) ? 'allow' : 'deny'}-recursive` };
    await this.#commit(() => permissions.set(principal, protectedOf(resource), given));
    this.#granted.push({ principal, resourceId: resource.id, permission });
  }

  async revoke() {
    const granted = this.#taken(this.#granted);
    if (!granted) return;
    const { permissions, resources } = this.#writer.directory;
    const resource = await resources.byId(granted.resourceId).catch(() => undefined);
    if (!resource) return;
    await this.#commit(() =>
      permissions.revokeGiven(granted.principal, protectedOf(resource), { permission: granted.permission }),
    ).catch(ignoring('permission_not_set'));
  }

  async join() {
    const [user, group] = [this.#random.pick(this.#members), this.#random.pickEarly(this.#groups)];
    const { memberships, users } = this.#writer.directory;
    const account = await users.byId(user.id);
    await this.#commit(() => memberships.join(account, group.name)).then(
      () => this.#joined.push({ user, group }),
      ignoring('membership_exists'),
    );
  }

  async leave() {
    const joined = this.#taken(this.#joined);
    if (joined) await this.#commit(() => this.#writer.directory.memberships.leave(joined.user, joined.group));
  }

  async createResource() {
    /** @type {typeof import('../../../../libs/service-types/src/index.js')} */
    const { childTypesAllowedBelow } = loadBuilt('libs/service-types/src/index.js');
    const parent = await this.#someResource();
    const [typeName] = childTypesAllowedBelow(parent.service.type, parent.type);
    if (!typeName) return;
    const name = `added-${this.#count}`;
    const created = await this.#commit(() =>
      this.#writer.directory.resources.create(parent, { name, typeName }),
    );
    this.#created.push(created.id);
  }

  async deleteResource() {
    const id = this.#taken(this.#created);
    if (id === undefined) return;
    const { resources } = this.#writer.directory;
    const resource = await resources.byId(id);
    await this.#commit(() => resources.delete(resource));
  }

  async createUser() {
    const name = `new.colleague${this.#count}`;
    const account = { name, email: `${name}@institute.example`, passwordHash: null };
    await this.#withPrincipals(() => this.#writer.directory.users.createAll([account]));
  }

  async createGroup() {
    const name = `new-project-${this.#count}`;
    const group = { name, description: 'A project that began during the year.', discoverable: false };
    const [id = 0] = await this.#withPrincipals(() => this.#writer.directory.groups.createAll([group]));
    this.#groups.push({ kind: 'group', id, name });
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  async #withPrincipals(work) {
    this.#unitOfWork.createsPrincipals = true;
    try {
      return await this.#commit(work);
    } finally {
      this.#unitOfWork.createsPrincipals = false;
    }
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #commit(work) {
    // A row of a user has a kind of its own.
    const { id, name } = this.#administrator;
    /** @type {Actor} */
    const actor = {
      kind: 'user',
      id,
      name,
      role: 'administrator',
      address: '192.0.2.250',
      requestId: randomUUID(),
    };
    return this.#writer.commitAs(actor, work);
  }

  /** @returns {Principal} */
  #someUser() {
    const { id, name } = this.#random.pickEarly(this.#members);
    return { kind: 'user', id, name };
  }

  #someResource() {
    return this.#writer.directory.resources.byId(this.#random.pick(this.#resourceIds));
  }

  /** @param {LocatedResource} resource */
  #somePermission(resource) {
    /** @type {typeof import('../../../../libs/service-types/src/index.js')} */
    const { allowedPermissions } = loadBuilt('libs/service-types/src/index.js');
    const names = allowedPermissions(resource.service.type, resource.type);
    return names.length === 0 ? undefined : this.#random.pick(names);
  }

  /** Removes one of a list. @template T @param {T[]} list @returns {T | undefined} */
  #taken(list) {
    if (list.length === 0) return undefined;
    return list.splice(this.#random.below(list.length), 1)[0];
  }
}

/** @param {LocatedResource} resource */
function protectedOf({ id, name, displayName, type, service }) {
  return { id, name, displayName, type, serviceType: service.type };
}

/** Problems with this code are of no interest: the action has no effect. @param {string} code */
function ignoring(code) {
  return (/** @type {{ errorCode?: string }} */ error) => {
    if (error.errorCode !== code) throw error;
  };
}
