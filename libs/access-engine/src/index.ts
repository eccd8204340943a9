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
  type PermissionType,
  type PermissionEntry,
  type PermissionList,
  permissionList,
  allowedPermissionList,
} from './permission-list';
export { type Reason } from './reason';
export {
  RANK,
  type Principal,
  type HeldAssignment,
  type Decision,
  ADMINISTRATOR,
  reasonOf,
  applies,
  directEntries,
  inheritedEntries,
  resolvedEntries,
  appliedEntries,
} from './resolve';
export {
  BECAUSE,
  type Because,
  type PathStep,
  type ExplainedAssignment,
  type Explanation,
  type Question,
  explain,
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
export {
  type TreeNode,
  nested,
  flattened,
  mapped,
  listedServices,
  branchDown,
  type ParentNode,
  chainUp,
} from './tree';
export { type Steps } from './steps';
export { AccessSnapshot } from './snapshot/access-snapshot';
export type { CanonicalPrincipal, CanonicalResource, CanonicalSnapshot } from './snapshot/canonical';
export { InconsistentRowsError, RevisionGapError } from './snapshot/errors';
export { SnapshotBuilder } from './snapshot/snapshot-builder';
export {
  type UserRow,
  type ResourceRow,
  type ServiceRow,
  type ServiceView,
  type AssignmentRow,
  type SpecialNames,
  type RowOf,
  type Entity,
  type ChangeEntry,
} from './snapshot/rows';
export type { MatrixCell, MatrixPage, MatrixPageRequest, MatrixRow } from './snapshot/matrix';
export type { SourcedDecision } from './snapshot/decision-source';
export type { Location, LocationStep } from './snapshot/views';
export type { DeniedBelow, DeniedBelowPage, DeniedBelowRequest } from './snapshot/denied-below';
export type { AccessEntry, AccessListRequest, AccessPage } from './snapshot/access-list';
export type { AssignmentEdit } from './snapshot/preview/assignment-overlay';
export type { Effect, EffectCount, Preview, PreviewRequest } from './snapshot/preview/preview';
