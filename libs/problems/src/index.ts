export { CATALOGUE, CHAPTERS, type ErrorCode, isErrorCode, statusesOfCode } from './catalogue';
export { detailOf } from './detail';
export { describeErrors } from './describe';
export { LOCALES, type Locale, type Localized } from './entry';
export { CHANGE_EXPECTATIONS, DESTINATION_PROBLEMS, PATH_PROBLEMS, TESTED_REQUEST_PROBLEMS } from './phrases';
export {
  CONDITIONS,
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
export { readOnlyProblem } from './read-only';
