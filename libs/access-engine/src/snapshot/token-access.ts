import type { Authority, BelowExplanation, EverywhereExplanation } from '../authority';
import type { ExplainedRestriction, Explanation } from '../explain';
import type { PermissionEntry } from '../permission-list';
import type { PermissionName, Scope } from '../permission';
import type { Decision } from '../resolve';
import type { AccessSnapshot } from './access-snapshot';

/** Permission names that a token may use on one resource, or on it and everything below. */
export interface RestrictionEntry {
  readonly resourceId: number;
  readonly scope: Scope;
  readonly names: readonly PermissionName[];
}

/** What a token may do of what its owner may do. Reference: permission-rules#tokens. */
export interface TokenRules {
  /** Whether the role of an administrator of the owner counts. */
  readonly isAdministrator: boolean;
  /** Null: everything that the owner may do. Without entries: only what is public. */
  readonly restriction: readonly RestrictionEntry[] | null;
}

/** Answers about a user, or about a user with a token; a snapshot answers about users. */
export type AccessView = Pick<
  AccessSnapshot,
  | 'decide'
  | 'authority'
  | 'isDeniedBelow'
  | 'isAdministrator'
  | 'effective'
  | 'explain'
  | 'explainBelow'
  | 'explainEverywhere'
>;

/** The view of callers with a token, or the snapshot itself for others. */
export function accessWith(snapshot: AccessSnapshot, rules: TokenRules | undefined): AccessView {
  return rules === undefined ? snapshot : new TokenAccess(snapshot, rules);
}

const RESTRICTED: Decision = Object.freeze({ access: 'deny', reason: 'token-restriction' });

/** Names by scope that the entries of one resource cover. */
type Covered = Readonly<Record<Scope, ReadonlySet<PermissionName>>>;

/** The entries of a restriction by their resources: prepared once, since restrictions of known tokens are the same objects. */
const prepared = new WeakMap<readonly RestrictionEntry[], ReadonlyMap<number, Covered>>();

function byResource(entries: readonly RestrictionEntry[]): ReadonlyMap<number, Covered> {
  const known = prepared.get(entries);
  if (known) return known;
  const found = new Map<number, Record<Scope, Set<PermissionName>>>();
  for (const { resourceId, scope, names } of entries) {
    const covered = found.get(resourceId) ?? { match: new Set(), recursive: new Set() };
    for (const name of names) covered[scope].add(name);
    found.set(resourceId, covered);
  }
  prepared.set(entries, found);
  return found;
}

/**
 * What a token is allowed: what its owner is allowed and, with a restriction, an entry covers or the anonymous user is allowed as well.
 * Without the role of an administrator, the owner is decided about by assignments. Reference: permission-rules#tokens.
 */
class TokenAccess implements AccessView {
  private readonly asMember: boolean;
  private readonly entries: ReadonlyMap<number, Covered> | undefined;

  constructor(
    private readonly snapshot: AccessSnapshot,
    { isAdministrator, restriction }: TokenRules,
  ) {
    // An administrator's token is never restricted: whoever stored both gets less.
    this.asMember = !isAdministrator || restriction !== null;
    this.entries = restriction === null ? undefined : byResource(restriction);
  }

  isAdministrator(userId: number | undefined): boolean {
    return !this.asMember && this.snapshot.isAdministrator(userId);
  }

  decide(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    exact: boolean,
  ): Decision {
    const ofOwner = this.snapshot.decide(userId, resourceId, permission, exact, this.asMember);
    if (ofOwner.access === 'deny' || this.coveringResource(resourceId, permission, exact) !== undefined)
      return ofOwner;
    const ofAnybody = this.snapshot.decide(undefined, resourceId, permission, exact, true);
    return ofAnybody.access === 'allow' ? ofAnybody : RESTRICTED;
  }

  /** `somewhere` may have names that are allowed nowhere: an entry and an allowance need not meet. No decision depends on these. */
  authority(userId: number | undefined, serviceId: number): Authority {
    const ofOwner = this.snapshot.authority(userId, serviceId, this.asMember);
    if (!this.entries) return ofOwner;
    const ofAnybody = this.snapshot.authority(undefined, serviceId, true);
    const onService = this.entries.get(serviceId)?.recursive;
    const inService = new Set<PermissionName>();
    for (const [resourceId, covered] of this.entries)
      if (this.snapshot.serviceOf(resourceId)?.resourceId === serviceId)
        for (const names of [covered.match, covered.recursive]) for (const name of names) inService.add(name);
    const both = (
      names: ReadonlySet<PermissionName>,
      ...allowed: (ReadonlySet<PermissionName> | undefined)[]
    ) => new Set([...names].filter((name) => allowed.some((some) => some?.has(name))));
    return {
      isAdministrator: false,
      everywhere: both(ofOwner.everywhere, onService, ofAnybody.everywhere),
      somewhere: both(ofOwner.somewhere, inService, ofAnybody.somewhere),
    };
  }

  isDeniedBelow(userId: number | undefined, resourceId: number, permission: PermissionName): boolean {
    return (
      this.snapshot.isDeniedBelow(userId, resourceId, permission, this.asMember) ||
      this.isRestrictedBelow(resourceId, permission)
    );
  }

  effective(userId: number | undefined, resourceId: number): PermissionEntry[] {
    return this.snapshot.allowedPermissions(resourceId).map((name) => {
      const { access, reason } = this.decide(userId, resourceId, name, true);
      return { name, access, scope: 'match', type: 'effective', reason };
    });
  }

  explain(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    exact = true,
  ): Explanation {
    const ofOwner = this.snapshot.explain(userId, resourceId, permission, exact, this.asMember);
    if (!this.entries) return ofOwner;
    const covering = this.coveringResource(resourceId, permission, exact);
    const ofAnybody = this.snapshot.decide(undefined, resourceId, permission, exact, true);
    const restriction: ExplainedRestriction = {
      coveredBy:
        covering === undefined
          ? null
          : {
              ...covering,
              resourceName: this.snapshot.resource(covering.resourceId)?.name ?? '',
            },
      isPublic: ofAnybody.access === 'allow',
    };
    return { ...ofOwner, ...this.decide(userId, resourceId, permission, exact), restriction };
  }

  explainBelow(userId: number | undefined, resourceId: number, permission: PermissionName): BelowExplanation {
    const ofOwner = this.snapshot.explainBelow(userId, resourceId, permission, this.asMember);
    if (ofOwner.isDenied || !this.isRestrictedBelow(resourceId, permission)) return ofOwner;
    return { ...ofOwner, isDenied: true, keptBy: this.obstacleOn(resourceId) };
  }

  explainEverywhere(
    userId: number | undefined,
    serviceId: number,
    permission: PermissionName,
  ): EverywhereExplanation {
    const ofOwner = this.snapshot.explainEverywhere(userId, serviceId, permission, this.asMember);
    if (!ofOwner.granted || this.authority(userId, serviceId).everywhere.has(permission)) return ofOwner;
    return { permission, granted: false, keptBy: this.obstacleOn(serviceId) };
  }

  /** Names that are not registered need a recursive entry on their ancestor or above it, or to be public. */
  private isRestrictedBelow(resourceId: number, permission: PermissionName): boolean {
    return (
      this.coveringResource(resourceId, permission, false) === undefined &&
      (this.snapshot.decide(undefined, resourceId, permission, false, true).access === 'deny' ||
        this.snapshot.isDeniedBelow(undefined, resourceId, permission, true))
    );
  }

  private obstacleOn(resourceId: number): NonNullable<BelowExplanation['keptBy']> {
    const resourceName = this.snapshot.resource(resourceId)?.name ?? '';
    return { resourceId, resourceName, exact: false, reason: 'token-restriction' };
  }

  /** The entry that covers a permission: on the resource itself, or a recursive one on or above it. */
  private coveringResource(
    resourceId: number,
    permission: PermissionName,
    exact: boolean,
  ): { readonly resourceId: number; readonly scope: Scope } | undefined {
    const { entries } = this;
    if (!entries) return { resourceId, scope: 'recursive' };
    if (exact && entries.get(resourceId)?.match.has(permission)) return { resourceId, scope: 'match' };
    if (entries.size === 0) return undefined;
    for (const id of this.snapshot.idsAbove(resourceId))
      if (entries.get(id)?.recursive.has(permission)) return { resourceId: id, scope: 'recursive' };
    return undefined;
  }
}
