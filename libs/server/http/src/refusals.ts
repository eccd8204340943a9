import type { Problem } from '@gatehouse/problems';
import type { RequestScope } from './request-scope';

/** Receives the requests that are answered with an error, before the reply is sent. It never fails and never waits. */
export interface RefusalListener {
  refused(problem: Problem, scope: RequestScope): void;
}

export const REFUSALS = Symbol('refusals');
