import type { ProxySettings } from '@gatehouse/settings';
import { ServicePages } from '@gatehouse/enforcement';
import type { Enforcement } from '../enforcement/create-enforcement';
import type { TrustedPeers } from '@gatehouse/wire';
import type { Forwarder } from '../forwarding/forwarder';
import type { Hooks } from '../hooks/hooks';
import type { Operations } from '../operations/create-operations';
import type { StatusEndpoints } from '../operations/status-endpoints';
import type { SignIn } from '../sign-in/create-sign-in';
import { FrontEnds } from '../verify/front-ends';
import { VerifyEndpoint } from '../verify/verify-endpoint';
import { CookieStep } from './cookie-step';
import type { Responses } from './create-responses';
import { Pipeline } from './pipeline';
import { ProxyEndpoint } from './proxy-endpoint';
import { RequestContexts } from './request-context';
import { RequestDispatcher } from './request-dispatcher';
import { ServiceForwarding } from './service-forwarding';
import { VerifyReply } from './verify-reply';

export interface DispatcherOptions {
  readonly settings: ProxySettings;
  readonly trustedPeers: TrustedPeers;
  readonly operations: Operations;
  readonly responses: Responses;
  readonly signIn: SignIn;
  readonly enforcement: Enforcement;
  readonly hooks: Hooks;
  readonly forwarder: Forwarder;
  readonly statusEndpoints: StatusEndpoints;
}

export function createDispatcher(options: DispatcherOptions): RequestDispatcher {
  const { settings, trustedPeers, hooks, forwarder, statusEndpoints } = options;
  const { decisions, requests } = options.enforcement;
  const { identityHeader, cookies } = options.signIn;
  const { responses, errors, cors } = options.responses;
  const { metrics, log } = options.operations;
  const pages = new ServicePages(settings);
  const pipeline = new Pipeline(
    {
      decisions,
      cookies: new CookieStep(cookies, decisions),
      forwarding: new ServiceForwarding(hooks, forwarder, identityHeader, pages, options.responses),
      verification: new VerifyReply(identityHeader, pages, responses),
    },
    requests,
    errors,
    metrics,
  );
  const frontEnds = new FrontEnds(settings, trustedPeers, () => metrics.verifiedWithoutMethod());
  return new RequestDispatcher(
    new RequestContexts(
      settings.proxyBasePath,
      trustedPeers,
      settings.logRequests ? (context) => log.answered(context) : undefined,
    ),
    new ProxyEndpoint(pipeline, requests, cors, responses),
    new VerifyEndpoint(frontEnds, pipeline),
    statusEndpoints,
    errors,
  );
}
