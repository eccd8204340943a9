export type { Accent } from './palette';
export { type PlainPage, plainPage } from './plain-page';
