export { type LogFields, type Logger, createLogger, describeError, silentLogger } from './logger';
