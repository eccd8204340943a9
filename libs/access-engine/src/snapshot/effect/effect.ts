import { PERMISSION_NAMES, type PermissionName } from '../../permission';
import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import type { TypeCatalogue } from '../../type-catalogue';
import { isDenial } from '../assignment-code';
import type { CompiledStore } from '../compiled-store';
import { sortedInSteps } from '../sorted-in-steps';
import { EditedStore } from './edited-store';
import { EffectContext } from './effect-context';
import { EffectLists, type Reach } from './effect-lists';
import type { Row, Side } from './effect-rows';
import { EffectWalk } from './effect-walk';
import { NONE, type ServiceEdits, type StateEdits } from './state-edits';
import { UserSet } from './user-set';

/** Operations, of about a quarter of a microsecond each, that the computation of one effect takes. */
const MAX_EFFECT_OPERATIONS = 10_000_000;

/** Rows that are described in one step. */
const ROWS_PER_STEP = 200;

export interface EffectRequest {
  readonly edits: StateEdits;
  /** The page of changed decisions, of each side. */
  readonly offset: number;
  readonly limit: number;
  /** Fewer in tests. */
  readonly maxOperations?: number;
}

/** What follows from the assignments of one user or group in one service. */
export interface EffectRow {
  readonly kind: 'user' | 'group';
  readonly principal: string;
  /** Whether it is the anonymous group, which callers without a session are in, too. */
  readonly isEverybody: boolean;
  readonly service: string;
  readonly name: PermissionName;
  readonly users: number;
  readonly resources: number;
  /** Pairs of user and resource. */
  readonly decisions: number;
  /** Path of one of the resources below the service. */
  readonly example: string | undefined;
  /** Equal for equal pairs. */
  readonly digest: string;
}

/** A decision that changes. */
export interface EffectEntry {
  readonly user: string;
  readonly service: string;
  readonly path: string;
  readonly name: PermissionName;
  readonly reach: Reach;
  /** The group whose assignment it follows from; undefined for one of the user. */
  readonly group: string | undefined;
}

/** What users gain, or what they lose. */
export interface EffectSide {
  /** Users who become administrators, or no longer are; they are not in the other fields. */
  readonly administrators: readonly string[];
  /** Whether callers without a session are concerned. */
  readonly anonymous: boolean;
  readonly users: number;
  readonly decisions: number;
  readonly rows: readonly EffectRow[];
  readonly entries: readonly EffectEntry[];
}

/** Whose decisions change by edits that are not made. */
export interface AccessEffect {
  readonly revision: number;
  /** Otherwise there is more than was counted. */
  readonly isComplete: boolean;
  readonly gains: EffectSide;
  readonly losses: EffectSide;
}

/**
 * Computes the effect of edits; undefined if they name an object that does not exist. New users are compared with callers who
 * have no account, and new resources with names that are not registered. The work depends on the users and resources that the
 * edits concern, but not on the product of both. Reference: configuration-files#effect.
 */
export function* effectOf(
  store: CompiledStore,
  types: TypeCatalogue,
  revision: number,
  { edits, offset, limit, maxOperations = MAX_EFFECT_OPERATIONS }: EffectRequest,
): Steps<AccessEffect | undefined> {
  const edited = yield* EditedStore.compile(store, types, edits);
  if (!edited) return undefined;
  const budget = { operations: maxOperations };
  const lists = new EffectLists(offset, limit);
  const context = new EffectContext(edited, lists, budget);
  const rows: Row[] = [];
  // The same in all processes, whatever the order in which they have loaded the rows.
  const services = [...edited.services.values()].sort(
    (one, other) =>
      compare(edited.nameOf(one.root), edited.nameOf(other.root)) || one.permission - other.permission,
  );
  if (services.some(({ isPublic }) => isPublic)) yield* context.prepare();
  for (const service of [...services.filter(gives), ...services.filter((one) => !gives(one))])
    rows.push(...(yield* new EffectWalk(context, service).run()));
  const side = function* (which: Side, administrators: readonly string[]): Steps<EffectSide> {
    const ofSide = rows.filter((row) => row.side === which);
    return {
      administrators,
      ...(yield* usersOf(edited, ofSide)),
      decisions: ofSide.reduce((sum, { pairs }) => sum + pairs, 0),
      rows: yield* describedRows(edited, ofSide),
      entries: lists.of(which).map(({ user, node, reach, row }) => ({
        user: edited.userName(user),
        service: edited.nameOf(row.root),
        path: edited.pathOf(node),
        name: PERMISSION_NAMES[row.permission]!,
        reach,
        group: row.kind === 'group' ? edited.groupName(row.principal) : undefined,
      })),
    };
  };
  return {
    revision,
    isComplete: budget.operations >= 0,
    gains: yield* side('gain', edited.newAdministrators),
    losses: yield* side('loss', edited.formerAdministrators),
  };
}

/** Whether edits can give access: what lets someone gain access is computed first, in case that not all can be. */
function gives({ nodes }: ServiceEdits): boolean {
  for (const { user, group } of nodes.values()) {
    // The members of a group change.
    if (user.size + group.size === 0) return true;
    for (const { before, after } of [...user.values(), ...group.values()])
      if ((after !== NONE && !isDenial(after)) || (before !== NONE && isDenial(before))) return true;
  }
  return false;
}

function* usersOf(edited: EditedStore, rows: readonly Row[]): Steps<Pick<EffectSide, 'users' | 'anonymous'>> {
  const anonymous = edited.store.anonymousUser?.slot ?? -1;
  const complements = rows.flatMap(({ users }) => users.except ?? []);
  const singles = rows.flatMap(({ users }) => users.only ?? []);
  const [smallest] = [...complements].sort((one, other) => one.size - other.size);
  if (!smallest) {
    const all = new UserSet(edited.userSlots);
    let operations = 0;
    for (const one of singles)
      for (const user of one) {
        if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
        all.add(user);
      }
    return { users: all.size, anonymous: all.has(anonymous) };
  }
  const missing: number[] = [];
  for (const user of smallest) {
    yield 0;
    if (complements.every((one) => one.has(user)) && !singles.some((one) => one.has(user)))
      missing.push(user);
  }
  return { users: edited.comparedUsers - missing.length, anonymous: !missing.includes(anonymous) };
}

function* describedRows(edited: EditedStore, rows: readonly Row[]): Steps<EffectRow[]> {
  const described: EffectRow[] = [];
  for (const row of rows) {
    if (described.length % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield 0;
    described.push(describe(edited, row));
  }
  const order = yield* sortedInSteps(Int32Array.from(described.keys()), (one, other) =>
    compareRows(described[one]!, described[other]!),
  );
  return Array.from(order, (index) => described[index]!);
}

function describe(edited: EditedStore, row: Row): EffectRow {
  const { kind, principal, permission, root, users, node, pairs, resources, digest } = row;
  return {
    kind,
    principal: kind === 'user' ? edited.userName(principal) : edited.groupName(principal),
    isEverybody: kind === 'group' && principal === edited.publicGroup,
    service: edited.nameOf(root),
    name: PERMISSION_NAMES[permission]!,
    users: users.count(edited.comparedUsers),
    resources,
    decisions: pairs,
    example: node === undefined ? undefined : edited.pathOf(node),
    digest: digest.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''),
  };
}

/** Everybody first, then groups before users, then by the number of decisions, then by name. */
function compareRows(one: EffectRow, other: EffectRow): number {
  return (
    Number(other.isEverybody) - Number(one.isEverybody) ||
    compare(one.kind, other.kind) ||
    other.decisions - one.decisions ||
    compare(one.principal, other.principal) ||
    compare(one.service, other.service) ||
    compare(one.name, other.name)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
