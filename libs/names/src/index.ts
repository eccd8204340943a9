export { inByteOrder } from './byte-order';
export { EMAIL, MAX_EMAIL_LENGTH } from './email';
export * from './name-key';
export * from './name-problem';
export * from './names';
export type { Pattern } from './pattern';
export { withEscapes } from './quoted-text';
export * from './service-url';
