export { type Actor, actAs, committedRevision, currentActor, runAs } from './actor';
export { type DatabaseOptions, createDataSource, entities, migrate, schemaVersion } from './data-source';
export { Group, Membership } from './entities/group';
export { GroupPermission, UserPermission } from './entities/permission';
export { Resource, ServiceRow } from './entities/resource';
export { Session, SessionToken } from './entities/session';
export { AppliedSetting, SignInAddress, SignInFailure } from './entities/sign-in';
export { User, UserStatus } from './entities/user';
export { UnitOfWork } from './unit-of-work';
