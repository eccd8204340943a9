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
import { AuthorizationFlow } from './authorization-flow';
import type { Responses } from './create-responses';
import { ProxyEndpoint } from './proxy-endpoint';
import { RequestContexts } from './request-context';
import { RequestDispatcher } from './request-dispatcher';
import { ServiceForwarding } from './service-forwarding';

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
  const { authorizer, requests } = options.enforcement;
  const { identityHeader, cookies } = options.signIn;
  const { responses, errors, cors } = options.responses;
  const { metrics, log } = options.operations;
  const flow = new AuthorizationFlow(requests, authorizer, cookies, errors, metrics);
  const pages = new ServicePages(settings);
  const forwarding = new ServiceForwarding(flow, hooks, forwarder, identityHeader, pages, options.responses);
  const frontEnds = new FrontEnds(settings, trustedPeers, () => metrics.verifiedWithoutMethod());
  return new RequestDispatcher(
    new RequestContexts(
      settings.proxyBasePath,
      trustedPeers,
      settings.logRequests ? (context) => log.answered(context) : undefined,
    ),
    new ProxyEndpoint(flow, requests, forwarding, cors, responses),
    new VerifyEndpoint(frontEnds, flow, identityHeader, pages, responses),
    statusEndpoints,
    errors,
  );
}
