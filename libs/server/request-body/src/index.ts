export {
  type BodyHeaders,
  readBodySteps,
  readRequestBody,
  readXmlEncoding,
  readXmlSteps,
  readXmlText,
} from './read';
export { isIdentity } from './media-type';
export { readUtf8 } from './charset';
export { readJsonText } from './json';
export { type JsonChild, JsonScan, type Span, firstFrom, lastBefore } from './json-scan';
export type { DocumentLimits } from './limits';
export { STEP, type Steps, finished } from './steps';
