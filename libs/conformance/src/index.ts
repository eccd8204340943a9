export { pathologicalPatterns } from './pathological-patterns';
export { type WorkedExample, nameOf, nodesOf, parentOf, rulesOf, workedExamples } from './worked-examples';
export {
  type MappingCase,
  type MappingExpectation,
  type MappingSuite,
  type SufficientAssignment,
  mappingSuites,
  deniedBelow,
  sufficientAssignments,
} from './request-mapping';
export { type DecidedRequests, decidedRequests } from './request-decisions';
export type { SentRequest } from './sent-request';
