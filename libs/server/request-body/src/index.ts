export { type BodyHeaders, readRequestBody, readXmlText } from './read';
export type { DocumentLimits } from './xml';
