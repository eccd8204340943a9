import type { SnapshotFollower, UsableServices } from '@gatehouse/access';
import type { ProxySettings } from '@gatehouse/settings';
import type { Authenticator } from '../sign-in/authenticator';
import {
  NetworkTokenParameter,
  DecisionSteps,
  Destinations,
  type Freshness,
  PageRequests,
  PolicyEvaluator,
  type PolicyEvaluatorOptions,
  requestLimits,
} from '@gatehouse/enforcement';
import { AuthorizationRequests } from './authorization-requests';
import type { ReceivedRequest } from './body/body-source';
import { BodyMemory } from './body/body-memory';
import type { FairScheduler } from '@gatehouse/wire';
import { bodyReader } from './body/read-body';

export interface EnforcementOptions {
  readonly settings: ProxySettings;
  readonly follower: SnapshotFollower;
  readonly freshness: Freshness;
  readonly services: UsableServices;
  readonly authenticator: Authenticator;
  readonly scheduler: FairScheduler;
  /** Milliseconds within which a body that is read for a decision must arrive. */
  readonly bodyTimeout: number;
  readonly wantsBody: PolicyEvaluatorOptions['wantsBody'];
}

/** Decisions about requests for services. */
export interface Enforcement {
  readonly decisions: DecisionSteps<ReceivedRequest>;
  readonly requests: AuthorizationRequests;
}

export function createEnforcement(options: EnforcementOptions): Enforcement {
  const { settings, follower, freshness, services, authenticator, scheduler, wantsBody } = options;
  const documents = requestLimits(settings);
  const policy = new PolicyEvaluator({ follower, freshness, services, limits: documents, wantsBody });
  const readBody = bodyReader(
    { size: settings.proxyBodyLimit, timeout: options.bodyTimeout, documents },
    new BodyMemory(settings.proxyBodyMemory),
    scheduler,
  );
  return {
    decisions: new DecisionSteps<ReceivedRequest>(
      freshness,
      authenticator,
      policy,
      new PageRequests(settings),
      readBody,
    ),
    requests: new AuthorizationRequests(
      new Destinations(settings.proxyPublicUrl, follower),
      new NetworkTokenParameter(settings.networkTokenName),
    ),
  };
}
