export {
  CATALOGUE,
  CHAPTERS,
  type ErrorCode,
  type PlaceholderOf,
  isErrorCode,
  statusesOfCode,
} from './catalogue';
export { type DataOf, type PlaceholderValue, detailOf } from './detail';
export { describeErrors } from './describe';
export { type Entry, LOCALES, type Locale, type Localized } from './entry';
export { CHANGE_EXPECTATIONS, DESTINATION_PROBLEMS, PATH_PROBLEMS, TESTED_REQUEST_PROBLEMS } from './phrases';
export {
  CONDITIONS,
  type Condition,
  type Conditions,
  Problem,
  type ProblemDetails,
  type ProblemParam,
  conflictParam,
  listText,
  notFoundParam,
  paramText,
  problem,
  retryAfter,
} from './problem';
