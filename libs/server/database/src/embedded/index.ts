export { CannotStart, DataFolderInUse, NoBinaryForPlatform } from './errors';
export { type EmbeddedPostgres, startEmbeddedPostgres, type UnexpectedEnd } from './start';
export { withoutPostgresVariables } from './environment';
