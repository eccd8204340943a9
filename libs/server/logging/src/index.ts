export { exitWithParent } from './lifetime';
export { type LogFields, type Logger, createLogger, describeError, silentLogger } from './logger';
