import type { ServicePages, Step } from '@gatehouse/enforcement';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type TrustedPeers, peerOf } from '@gatehouse/wire';
import { isForGatehouse } from '../forwarding/own-authorization';
import type { CallerIdentityHeader } from '../identity-header/caller-identity-header';
import type { GrantedResult, PendingRequest } from './pending-request';
import type { RequestContext } from '../received/request-context';
import type { ResponseWriter } from '../replies/response-writer';

/** Tells front ends that requests are allowed, with the headers that they add to them. */
export class VerifyReply {
  constructor(
    private readonly identityHeader: CallerIdentityHeader,
    private readonly pages: Pick<ServicePages, 'policyOf'>,
    private readonly trustedPeers: Pick<TrustedPeers, 'includes'>,
    private readonly responses: ResponseWriter,
  ) {}

  readonly reply: Step<PendingRequest> = ({ context, granted, setCookie }) => {
    const { service, caller } = granted;
    const identityHeader = this.identityHeader.valueFor(service, caller);
    const headers: string[] = [];
    if (setCookie !== undefined) headers.push('Set-Cookie', setCookie);
    if (identityHeader !== undefined) headers.push('X-Gatehouse-Identity', identityHeader);
    const pagePolicy = this.pages.policyOf(service);
    if (pagePolicy !== undefined) headers.push('X-Gatehouse-Pages', pagePolicy);
    if (
      context.request.headers.authorization !== undefined &&
      this.trustedPeers.includes(peerOf(context.request))
    )
      headers.push(...authorizationHeaders(context, granted));
    this.responses.allow(context, headers);
    return undefined;
  };
}

/**
 * Tells the front end whether the service receives `Authorization`, in the way that it understands: nginx and Traefik forward the one of
 * the reply, if there is one; Envoy forwards that of the client except what the reply removes. Others are told nothing: a page that
 * calls verify could read what its browser has sent. Reference: enforcement#verify.
 */
function authorizationHeaders(
  { request: { headers }, route }: RequestContext,
  { caller, service }: GrantedResult,
): readonly string[] {
  const { authorization } = headers;
  if (authorization === undefined) return [];
  const isRemoved = isForGatehouse(authorization, caller, serviceOptions(service.proxy));
  if (route.kind === 'verify-envoy')
    return isRemoved ? ['X-Envoy-Auth-Headers-To-Remove', 'authorization'] : [];
  return isRemoved ? [] : ['Authorization', authorization];
}
