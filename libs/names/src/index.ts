export { inByteOrder } from './byte-order';
export { EMAIL, MAX_EMAIL_LENGTH } from './email';
export * from './name-key';
export * from './name-problem';
export * from './names';
export type { Pattern } from './pattern';
export * from './service-url';
