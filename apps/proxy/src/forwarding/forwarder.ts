import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceView } from '@gatehouse/access-engine';
import type { ServiceRoute } from '../enforcement/routes';
import type { PublicAddress } from '../enforcement/public-address';
import { type TrustedPeers, peerOf } from '../enforcement/trusted-peers';
import { drain } from './drain';
import { Exchange, type ForwardingFailure } from './exchange';
import { publicLocation } from './location';
import type { ReplySink } from './reply-sink';
import { ForwardedBody, hasBody } from './request-body';
import { requestHeaders } from './request-headers';
import { upstreamAddress } from './upstream-address';
import type { UpstreamPools } from './upstream-pools';

/** A request that was let through. */
export interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ServiceRoute;
  readonly service: ServiceView;
  /** `Set-Cookie` of our own, where one is due. */
  readonly setCookie: string | undefined;
  /** Whether the client waits for leave before it sends its body (`Expect: 100-continue`). */
  readonly expectsContinue: boolean;
  /** The body, where it was read whole for the decision; otherwise it is streamed. */
  readonly body: Buffer | undefined;
  /** Where the reply goes instead of straight to the client. */
  readonly sink?: ReplySink | undefined;
  /** Changes the headers that the upstream gets, a flat list of names and values. */
  readonly adaptHeaders?: ((headers: readonly string[]) => string[]) | undefined;
  readonly failed: (failure: ForwardingFailure, error: Error) => void;
}

/**
 * Forwards what was let through, and nothing else: the path and the query go out as they were authorised, byte for byte.
 * Spec: permissions 5.7.
 */
export class Forwarder {
  constructor(
    private readonly pools: UpstreamPools,
    private readonly publicAddress: PublicAddress,
    private readonly trustedPeers: TrustedPeers,
    private readonly cookieName: string,
  ) {}

  forward(forwarding: Forwarding): void {
    const { request, response, route, service, setCookie, expectsContinue, failed } = forwarding;
    const upstream = upstreamAddress(service.url);
    if (!upstream) {
      failed('unreachable', new Error('the private URL of the service cannot be forwarded to'));
      return;
    }
    const { publicAddress, cookieName } = this;
    const peer = peerOf(request);
    const received = requestHeaders(request, cookieName, upstream.host, {
      peer,
      isTrusted: this.trustedPeers.includes(peer),
      protocol: publicAddress.protocol,
      host: publicAddress.host,
      prefix: publicAddress.pathOf(service.name),
    });
    const headers = forwarding.adaptHeaders?.(received) ?? received;
    const streamed =
      forwarding.body === undefined && hasBody(request)
        ? new ForwardedBody(request, () => expectsContinue && response.writeContinue())
        : null;
    // An upstream may answer before it has read everything; the client is still sending then.
    if (streamed) response.once('finish', () => drain(request));
    new Exchange({
      pool: this.pools.of(upstream.origin),
      request: {
        method: request.method ?? 'GET',
        path: (upstream.path + route.rest || '/') + route.query,
        headers,
        body: forwarding.body ?? streamed,
      },
      response: forwarding.sink ?? response,
      context: {
        cookieName,
        setCookie,
        publicLocation: (location) => publicLocation(location, upstream, publicAddress.urlOf(service.name)),
      },
      failed,
    }).start();
  }
}
