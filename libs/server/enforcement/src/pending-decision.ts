import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import type { Reading, ServiceType } from '@gatehouse/service-types';
import type { AuthorizationRequest, AuthorizationResult, BufferedBody } from './authorization';
import type { Caller } from './caller';
import type { ServiceAuthority } from './service-authority';

/** A request of a known caller for a service of a known type, at one revision of the snapshot. */
export interface Evaluation {
  readonly snapshot: AccessSnapshot;
  readonly service: ServiceView;
  readonly caller: Caller;
  readonly type: ServiceType;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly authority: ServiceAuthority;
  /** Whether the request may be a POST whose body is not available, and which the caller may send. */
  mayBePost: boolean;
  /** How the grammar of the type reads the request. */
  reading: Reading | undefined;
}

/** A request while the steps of its decision run; each step adds what it has determined. */
export class PendingDecision<Request extends AuthorizationRequest = AuthorizationRequest> {
  caller: Caller | undefined = undefined;
  /** The body, where it had to be read; these bytes are authorized. */
  body: BufferedBody | undefined = undefined;
  evaluation: Evaluation | undefined = undefined;
  /** Present from the first refusal on, and for allowed requests after the decision. */
  result: AuthorizationResult | undefined = undefined;
  /** The result of the earlier decision, if this one repeats it: a request that was allowed before. */
  before: AuthorizationResult | undefined = undefined;
  /** Whether the session of that request may have changed since, so that the caller is authenticated again. */
  isAfresh = false;

  constructor(readonly request: Request) {}
}

/** Ends a decision. */
export function refuse(decision: PendingDecision, result: AuthorizationResult): 'refused' {
  decision.result = result;
  return 'refused';
}

/** INVARIANT: the caller is determined before the policy; fails otherwise, so that nobody is taken for anonymous. */
export function callerOf({ caller }: PendingDecision): Caller {
  if (!caller) throw new Error('the caller of the request is not determined');
  return caller;
}

/** Fails before there is one, so that no request is taken for allowed. */
export function resultOf({ result }: PendingDecision): AuthorizationResult {
  if (!result) throw new Error('the request is not decided');
  return result;
}
