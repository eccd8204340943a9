export { CannotStart, DataFolderInUse, NoBinaryForPlatform } from './errors';
export type { Connection } from './server';
export {
  type EmbeddedLogger,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  type UnexpectedEnd,
} from './start';
