import {
  type AccessSnapshot,
  type AssignedBranches,
  type AssignedBranchesRequest,
  type PermissionList,
  type TokenRules,
  accessWith,
  appliedEntries,
  inheritedEntries,
} from '@gatehouse/access-engine';
import type { AssignmentSourcesQuery } from '@gatehouse/dto';
import { countedEntries, sharedList } from '../permission-lists';

/** The permission assignments that a listing includes. */
export interface CountedAssignments {
  /** Whose they are. */
  readonly holder: Pick<AssignedBranchesRequest, 'kind' | 'principalId' | 'inherited' | 'also'>;
  /** Whether only resources with a list count, which may be fewer than those with assignments. */
  readonly onlyListed?: boolean;
  /** Those on one resource; empty for most. */
  readonly listOf: (access: AccessSnapshot, resourceId: number) => PermissionList;
}

/**
 * The assignments of a user and, if the query requests it, of its groups. Identical ones are shown
 * once. Reference: permission-rules#queries.
 */
function assignmentsOfUser(userId: number, query: AssignmentSourcesQuery): CountedAssignments {
  return {
    holder: { kind: 'user', principalId: userId, inherited: Boolean(query.inherited || query.resolve) },
    listOf: (access, id) => sharedList(countedEntries(access.distinctAssignments(userId, id), query)),
  };
}

/**
 * What a restricted token may do: on the resources with assignments of its owner or of the groups of the owner, and on those that its
 * entries name. Reference: permission-rules#tokens.
 */
function allowedWithToken(userId: number, rules: TokenRules): CountedAssignments {
  const also = rules.restriction?.map(({ resourceId }) => resourceId) ?? [];
  return {
    holder: { kind: 'user', principalId: userId, inherited: true, also },
    onlyListed: true,
    listOf: (access, id) =>
      sharedList(
        accessWith(access, rules)
          .effective(userId, id)
          .filter((entry) => entry.access === 'allow'),
      ),
  };
}

/** What a caller is shown about a user: the assignments, or what its restricted token is allowed. */
export function countedFor(
  userId: number,
  query: AssignmentSourcesQuery,
  rules: TokenRules | undefined,
): CountedAssignments {
  return rules ? allowedWithToken(userId, rules) : assignmentsOfUser(userId, query);
}

export function assignmentsOfGroup(groupId: number): CountedAssignments {
  return {
    holder: { kind: 'group', principalId: groupId },
    listOf: (access, id) => sharedList(appliedEntries(access.groupAssignments(groupId, id))),
  };
}

/**
 * The same for the tree of all services: below a service each assignment names the group as its
 * source. Reference: http#group-listings.
 */
export function assignmentsOfGroupInTree(groupId: number): CountedAssignments {
  return {
    ...assignmentsOfGroup(groupId),
    listOf: (access, id) => {
      const assignments = access.groupAssignments(groupId, id);
      const isService = access.service(id) !== undefined;
      return sharedList(isService ? appliedEntries(assignments) : inheritedEntries(assignments));
    },
  };
}

/**
 * The resources with counted assignments and their ancestors, read in steps while a listing is written, and again when another
 * revision is shown.
 */
export class CountedBranches {
  private read: { access: AccessSnapshot; revision: number; branches: AssignedBranches } | undefined;

  constructor(
    private readonly access: () => AccessSnapshot,
    private readonly request: AssignedBranchesRequest,
  ) {}

  /** Those that were read last. */
  get current(): AssignedBranches {
    if (!this.read) throw new Error('no branches have been read');
    return this.read.branches;
  }

  *prepare(): Generator<undefined, void, undefined> {
    const access = this.access();
    const { revision } = access;
    if (this.read?.access === access && this.read.revision === revision) return;
    const steps = access.views.assignedBranches(this.request);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield undefined;
    // INVARIANT: `revision` is that of the beginning, so that what changed meanwhile is read again.
    this.read = { access, revision, branches: step.value };
  }
}
