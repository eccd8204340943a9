import { type Access, PERMISSION_NAMES, type PermissionName } from '../../permission';
import type { Decision } from '../../resolve';
import type { Reason } from '../../reason';
import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import { decideForUser } from '../compiled-decision';
import type { CompiledStore } from '../compiled-store';
import { positionOf } from '../matrix';
import {
  type AssignmentEdit,
  AssignmentOverlay,
  type CompiledEdit,
  compileEdits,
} from './assignment-overlay';
import { affectedUsers, userClasses } from './user-classes';
import { type Region, regionOf } from './zones';

/** Decisions before and after the edits that one preview computes. */
const MAX_DECISIONS = 250_000;

/** Resources that one preview visits, for all permissions together. */
const MAX_VISITED = 2_000_000;

/** Decisions of one step. */
const DECISIONS_PER_STEP = 200;

export interface PreviewRequest {
  readonly edits: readonly AssignmentEdit[];
  readonly offset: number;
  readonly limit: number;
}

interface EffectCount {
  readonly users: number;
  /** Pairs of user and resource. */
  readonly pairs: number;
  /** Whether the anonymous user, and so callers without a session, is one of the users. */
  readonly anonymous: boolean;
}

/** A decision that changes. */
export interface Effect {
  readonly userName: string;
  readonly resourceId: number;
  readonly path: string;
  readonly name: PermissionName;
  readonly before: Access;
  readonly after: Access;
  readonly reason: Reason;
}

/** Who gains or loses which permission by edits. */
export interface Preview {
  readonly revision: number;
  /** Number of edits that change an assignment. */
  readonly changed: number;
  /** Whether one of these is of the anonymous group. */
  readonly everybody: boolean;
  /** Whether there is more than was computed. */
  readonly truncated: boolean;
  /** Sorted by name, without permissions that no user gains or loses. */
  readonly effects: readonly {
    readonly name: PermissionName;
    readonly gained: EffectCount;
    readonly lost: EffectCount;
  }[];
  readonly total: number;
  readonly entries: readonly Effect[];
}

/** The classes whose decision changes in a zone, with the decision afterwards. */
interface ZoneChange {
  readonly users: readonly number[];
  readonly after: Decision;
}

interface Computed {
  readonly name: PermissionName;
  readonly region: Region;
  /** By the index of the zone. */
  readonly changes: readonly (readonly ZoneChange[])[];
  readonly gained: EffectCount;
  readonly lost: EffectCount;
}

/**
 * Computes the effects of edits without applying them; undefined if a principal or resource does not exist. The work
 * depends on the numbers of affected users, of resources below the edits, and of classes of users times zones of resources,
 * not on users times resources. Reference: console-api#preview.
 */
export function* preview(
  store: CompiledStore,
  revision: number,
  { edits, offset, limit }: PreviewRequest,
): Steps<Preview | undefined> {
  const byPermission = compileEdits(store, edits);
  if (!byPermission) return undefined;
  const budget = { decisions: MAX_DECISIONS, visited: MAX_VISITED };
  const computed: Computed[] = [];
  let [changed, everybody, truncated] = [0, false, false];
  const permissions = [...byPermission].sort(([a], [b]) => (nameOf(a) < nameOf(b) ? -1 : 1));
  for (const [permission, ofPermission] of permissions) {
    changed += ofPermission.length;
    everybody ||= ofPermission.some(
      ({ kind, principal }) => kind === 'group' && principal === store.publicGroup?.slot,
    );
    const one = yield* computeOne(store, permission, ofPermission, budget);
    truncated ||= one.region.truncated || budget.decisions < 0;
    if (one.gained.pairs + one.lost.pairs > 0) computed.push(one);
  }
  return {
    revision,
    changed,
    everybody,
    truncated,
    effects: computed.map(({ name, gained, lost }) => ({ name, gained, lost })),
    total: computed.reduce((sum, { gained, lost }) => sum + gained.pairs + lost.pairs, 0),
    entries: yield* entriesOf(store, computed, offset, limit),
  };
}

function* computeOne(
  store: CompiledStore,
  permission: number,
  edits: readonly CompiledEdit[],
  budget: { decisions: number; visited: number },
): Steps<Computed> {
  const overlay = new AssignmentOverlay(store, permission, edits);
  const affected = yield* affectedUsers(store, edits);
  const region = yield* regionOf(store, { overlay, edits, permission }, affected, budget.visited);
  budget.visited -= region.nodes.length;
  const zones = region.zones.map((zone) => ({ ...zone, size: 0, changes: [] as ZoneChange[] }));
  for (let index = 0; index < region.zoneOf.length; index++) {
    if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
    const zone = zones[region.zoneOf.at(index)];
    if (zone) zone.size += 1;
  }
  const counts = {
    allow: { users: 0, pairs: 0, anonymous: false },
    deny: { users: 0, pairs: 0, anonymous: false },
  };
  const anonymous = store.anonymousUser?.slot;
  for (const users of yield* userClasses(store, affected, region)) {
    const [representative] = users;
    if (representative === undefined) continue;
    const seen = { allow: false, deny: false };
    for (const { node, exact, size, changes } of zones) {
      if (--budget.decisions < 0) break;
      if (budget.decisions % DECISIONS_PER_STEP === 0) yield 0;
      const before = decideForUser(store, representative, node, permission, exact);
      const after = overlay.decide(representative, node, exact);
      if (before.access === after.access) continue;
      changes.push({ users, after });
      seen[after.access] = true;
      counts[after.access].pairs += users.length * size;
    }
    for (const access of ['allow', 'deny'] as const) {
      if (!seen[access]) continue;
      counts[access].users += users.length;
      counts[access].anonymous ||= anonymous !== undefined && users.includes(anonymous);
    }
  }
  const changes = zones.map((zone) => zone.changes);
  return { name: nameOf(permission), region, changes, gained: counts.allow, lost: counts.deny };
}

/** The page of changed decisions: by permission, then resource, then user in the order of their creation. */
function* entriesOf(
  store: CompiledStore,
  computed: readonly Computed[],
  offset: number,
  limit: number,
): Steps<Effect[]> {
  const entries: Effect[] = [];
  let skip = offset;
  for (const { name, region, changes } of computed) {
    const zones = changes.map((ofZone) => ({
      ofZone,
      count: ofZone.reduce((sum, { users }) => sum + users.length, 0),
      pairs: undefined as Float64Array | undefined,
    }));
    for (let index = 0; index < region.nodes.length && entries.length < limit; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      const zone = zones[region.zoneOf.at(index)];
      if (!zone || skip >= zone.count) {
        skip -= zone?.count ?? 0;
        continue;
      }
      zone.pairs ??= usersIn(zone.ofZone);
      const node = region.nodes.at(index);
      const { path } = positionOf(store, node);
      for (const pair of zone.pairs.subarray(skip, skip + limit - entries.length)) {
        const after = zone.ofZone[pair % MAX_CLASSES]?.after;
        if (!after) continue;
        entries.push({
          userName: store.users.at(Math.floor(pair / MAX_CLASSES)).name,
          resourceId: store.resources.id(node),
          path,
          name,
          before: after.access === 'allow' ? 'deny' : 'allow',
          after: after.access,
          reason: after.reason,
        });
      }
      skip = 0;
    }
  }
  return entries;
}

/** Classes of a zone; a user and its class are one number. */
const MAX_CLASSES = 2 ** 24;

/** The users whose decision changes in a zone, each with the index of its class, in order. */
function usersIn(changes: readonly ZoneChange[]): Float64Array {
  const pairs = new Float64Array(changes.reduce((sum, { users }) => sum + users.length, 0));
  let length = 0;
  for (const [index, { users }] of changes.entries())
    for (const user of users) pairs[length++] = user * MAX_CLASSES + index;
  return pairs.sort();
}

function nameOf(permission: number): PermissionName {
  const name = PERMISSION_NAMES[permission];
  if (name === undefined) throw new RangeError(`there is no permission ${permission}`);
  return name;
}
