export {
  type PermissionName,
  type Access,
  type Scope,
  type Permission,
  PERMISSION_NAMES,
  ACCESSES,
  SCOPES,
  parsePermissionName,
  parseAccess,
  parseScope,
  nameIn,
  parsePermission,
  formatExplicit,
  samePermission,
} from './permission';
export {
  type PermissionEntry,
  type PermissionList,
  permissionList,
  allowedPermissionList,
} from './permission-list';
export { type Reason } from './reason';
export {
  type HeldAssignment,
  directEntries,
  inheritedEntries,
  resolvedEntries,
  appliedEntries,
} from './resolve';
export {
  BECAUSE,
  type Because,
  type ExplainedAssignment,
  type ExplainedRestriction,
  type Explanation,
} from './explain';
export {
  type Authority,
  type BelowExplanation,
  type EverywhereExplanation,
  type Obstacle,
} from './authority';
export {
  type ServiceTree,
  type TargetResource,
  type Requirement,
  type Target,
  type UnregisteredName,
  isUnregistered,
} from './target';
export { type Verdict, enforce, enforceOutside } from './enforce';
export { type TypeCatalogue } from './type-catalogue';
export { type TreeNode, nested, branchDown, type ParentNode, chainUp } from './tree';
export { AccessSnapshot } from './snapshot/access-snapshot';
export { type AccessView, type RestrictionEntry, type TokenRules, accessWith } from './snapshot/token-access';
export { RevisionGapError } from './snapshot/errors';
export type { Steps } from './steps';
export { SnapshotBuilder } from './snapshot/snapshot-builder';
export type { DeletedOwners } from './snapshot/store-builder';
export {
  type ResourceRow,
  type ServiceRow,
  type ServiceView,
  type AssignmentRow,
  type SpecialNames,
  type RowOf,
  type Entity,
  type ChangeEntry,
} from './snapshot/rows';
export type { MatrixCell, MatrixRow } from './snapshot/matrix';
export type { SourcedDecision } from './snapshot/decision-source';
export type { AssignedBranches, AssignedBranchesRequest } from './snapshot/assigned-branches';
export type { Location } from './snapshot/views';
export type { DeniedBelow } from './snapshot/denied-below';
export type { AccessEntry } from './snapshot/access-list';
export type { AssignmentEdit } from './snapshot/preview/assignment-overlay';
export type { Effect, Preview } from './snapshot/preview/preview';
export type { AccessEffect, EffectEntry, EffectRow, EffectSide } from './snapshot/effect/effect';
export type { NewResourceEdit, StateEdits } from './snapshot/effect/state-edits';
