import type { TypeCatalogue } from '../../type-catalogue';
import type { CompiledStore } from '../compiled-store';
import { NO_SLOT } from '../resource-table';
import type { ObjectRef, StateEdits } from './state-edits';

/** Thrown for the id of an object that does not exist. */
export class UnknownObject extends Error {}

export type Kind = 'user' | 'group';

/** The objects of a store and new ones, which have the slots behind those of the store. */
export class EditedObjects {
  /** Slots, with those of new objects. */
  readonly userSlots: number;
  readonly resourceSlots: number;
  private readonly newChildren = new Map<number, number[]>();
  private readonly applicability = new Map<string, readonly string[]>();

  /** Throws {@link UnknownObject}. */
  constructor(
    readonly store: CompiledStore,
    private readonly types: TypeCatalogue,
    protected readonly edits: StateEdits,
  ) {
    this.userSlots = store.users.slots + edits.users.length;
    this.resourceSlots = store.resources.slots + edits.resources.length;
    this.addResources();
  }

  parentOf(node: number): number {
    const edit = this.newResource(node);
    if (!edit) return this.store.resources.parent(node);
    return edit.parent === null ? NO_SLOT : this.resourceSlot(edit.parent);
  }

  rootOf(node: number): number {
    let root = node;
    for (; this.newResource(root); root = this.parentOf(root))
      if (this.parentOf(root) === NO_SLOT) return root;
    return this.store.resources.root(root);
  }

  nameOf(node: number): string {
    return this.newResource(node)?.name ?? this.store.resources.name(node);
  }

  /** Path below the service: `/a/b`; empty for the service. */
  pathOf(node: number): string {
    let path = '';
    for (let at = node; this.parentOf(at) !== NO_SLOT; at = this.parentOf(at))
      path = `/${this.nameOf(at)}${path}`;
    return path;
  }

  typeOf(node: number): string {
    return this.newResource(node)?.type ?? this.store.resources.type(node);
  }

  /** The children of a resource, with the new ones. */
  childrenOf(node: number): ArrayLike<number> {
    const added = this.newChildren.get(node);
    const stored = node < this.store.resources.slots ? this.store.resources.childSlots(node) : [];
    return added ? [...stored, ...added] : stored;
  }

  hasChildren(node: number): boolean {
    const stored = node < this.store.resources.slots && this.store.resources.childCount(node) > 0;
    return stored || this.newChildren.has(node);
  }

  /** Whether a permission applies to resources of a type in a service. */
  applies(name: string, root: number, type: string): boolean {
    const key = `${root} ${type}`;
    let names = this.applicability.get(key);
    if (!names)
      this.applicability.set(key, (names = this.types.permissionsOf(this.serviceTypeOf(root), type)));
    return names.includes(name);
  }

  /** Whether a permission applies to anything below a service. */
  appliesBelow(name: string, root: number): boolean {
    const names: readonly string[] = this.types.namesBelow(this.serviceTypeOf(root));
    return names.includes(name);
  }

  userName(slot: number): string {
    const { users } = this.store;
    return this.edits.users[slot - users.slots] ?? users.at(slot).name;
  }

  groupName(slot: number): string {
    const { groups } = this.store;
    return this.edits.groups[slot - groups.slots] ?? groups.at(slot).name;
  }

  /** A number of a user that is the same in all processes, also for a new one. */
  userKey(slot: number): number {
    const { users } = this.store;
    return slot < users.slots ? users.at(slot).id : users.slots - slot - 1;
  }

  groupKey(slot: number): number {
    const { groups } = this.store;
    return slot < groups.slots ? groups.at(slot).id : 2 ** 31 + slot - groups.slots;
  }

  resourceKey(slot: number): number {
    const { resources } = this.store;
    return slot < resources.slots ? resources.id(slot) : resources.slots - slot - 1;
  }

  protected slotOf(kind: Kind, ref: ObjectRef): number {
    const table = this.store.principals(kind);
    const added = kind === 'user' ? this.edits.users : this.edits.groups;
    const slot = ref < 0 && -1 - ref < added.length ? table.slots - 1 - ref : table.slotOf(ref);
    if (slot < 0) throw new UnknownObject();
    return slot;
  }

  protected resourceSlot(ref: ObjectRef): number {
    const { resources } = this.store;
    const isNew = ref < 0 && -1 - ref < this.edits.resources.length;
    const slot = isNew ? resources.slots - 1 - ref : resources.slotOf(ref);
    if (slot === NO_SLOT) throw new UnknownObject();
    return slot;
  }

  private serviceTypeOf(root: number): string {
    const { resources, services } = this.store;
    return this.newResource(root)?.serviceType ?? services.get(resources.id(root))?.type ?? '';
  }

  private newResource(node: number) {
    return this.edits.resources[node - this.store.resources.slots];
  }

  private addResources(): void {
    for (const [index, { parent }] of this.edits.resources.entries()) {
      if (parent === null) continue;
      const node = this.store.resources.slots + index;
      const above = this.resourceSlot(parent);
      const children = this.newChildren.get(above);
      if (children) children.push(node);
      else this.newChildren.set(above, [node]);
    }
  }
}
