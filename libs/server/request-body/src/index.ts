export { type BodyHeaders, readRequestBody } from './read';
