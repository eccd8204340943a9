import type { ServicePages, Step } from '@gatehouse/enforcement';
import type { CallerIdentityHeader } from '../identity-header/caller-identity-header';
import type { PendingRequest } from './pending-request';
import type { ResponseWriter } from '../replies/response-writer';

/** Tells front ends that requests are allowed, with the headers that they add to them. */
export class VerifyReply {
  constructor(
    private readonly identityHeader: CallerIdentityHeader,
    private readonly pages: Pick<ServicePages, 'policyOf'>,
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
    this.responses.allow(context, headers);
    return undefined;
  };
}
