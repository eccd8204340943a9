import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type PublicAddress, type ServiceRoute, type Caller, PageAddresses } from '@gatehouse/enforcement';
import { type TrustedPeers, peerOf } from '@gatehouse/wire';
import { drain } from './drain';
import { Exchange, type ForwardingFailure } from './exchange';
import { publicLocation } from './location';
import { isForGatehouse } from './own-authorization';
import type { Reauthorize } from './tunnel-registry';
import { PublicLinks, privateUrlsOf, mayContainAddresses, withoutEncodings } from './public-links';
import type { ReplyTerms } from './final-headers';
import type { ReplySink } from './reply-sink';
import { ReservedCookies } from './reserved-cookies';
import { hasBody } from '@gatehouse/enforcement';
import { ForwardedBody } from './request-body';
import { requestHeaders } from './request-headers';
import type { ResponseContext } from './response-headers';
import type { TunnelOpener } from './tunnel-opener';
import { type UpstreamAddress, pathBelow, upstreamAddress } from './upstream-address';
import type { Slot } from './concurrency-limiter';
import type { Upstream, UpstreamLimits, UpstreamPools } from './upstream-pools';
import type { Upgrade } from '../received/upgrade-requests';

/** An allowed request. */
export interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ServiceRoute;
  readonly service: ServiceView;
  /** Our own `Set-Cookie`, if one is due. */
  readonly setCookie: string | undefined;
  /** The permission that it required. */
  readonly permission: string | undefined;
  /** Names of the cookies that the upstream receives besides the session cookie; all by default. */
  readonly cookies?: 'all' | ReadonlySet<string>;
  /** Path of `Destination` below the service, as sent. */
  readonly destination?: string | undefined;
  /** Determines whether the credentials of the request were addressed to the proxy. */
  readonly caller: Caller | undefined;
  /** Value of `X-Gatehouse-Identity` for the upstream, if the service requests it and the caller is signed in. */
  readonly identityHeader: string | undefined;
  /** CORS headers that replace those of the upstream, as a flat list; undefined: the upstream's own are kept. */
  readonly cors: readonly string[] | undefined;
  /** Whether the client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean;
  /** The body, if it was buffered for the decision; otherwise it is streamed. */
  readonly body: Buffer | undefined;
  /** The destination of the reply, if it is not sent directly to the client. */
  readonly sink?: ReplySink | undefined;
  /** What is added to the reply at the end; applied by the sink if there is one. */
  readonly terms: ReplyTerms;
  /** Changes the headers that the upstream receives, a flat list of names and values. */
  readonly adaptHeaders?: ((headers: readonly string[]) => string[]) | undefined;
  /** Decides again when time has passed since the decision; if it returns false, the client has received a reply. */
  readonly reauthorize: Reauthorize;
  /** The protocol that the client requests to switch to. */
  readonly upgrade?: Upgrade | undefined;
  readonly failed: (failure: ForwardingFailure, error: Error) => void;
}

/** Milliseconds by which the time-out of the client's connection exceeds that of an upstream. */
const MARGIN_MS = 10_000;

/**
 * Forwards allowed requests: path and query are sent as they were authorized, byte for byte.
 * Reference: enforcement#forwarding.
 */
export class Forwarder {
  private readonly pageAddresses: PageAddresses;
  private readonly reservedCookies: ReservedCookies;

  constructor(
    private readonly pools: UpstreamPools,
    private readonly opener: TunnelOpener,
    private readonly publicAddress: PublicAddress,
    private readonly trustedPeers: TrustedPeers,
    private readonly settings: { readonly cookieName: string; readonly networkTokenName: string },
    private readonly limits: UpstreamLimits,
  ) {
    this.pageAddresses = new PageAddresses(settings.networkTokenName);
    this.reservedCookies = new ReservedCookies(settings);
  }

  forward(forwarding: Forwarding): void {
    const { response, service, failed } = forwarding;
    const address = upstreamAddress(service.url);
    if (!address) {
      failed('unreachable', new Error('requests cannot be forwarded to the private URL of the service'));
      return;
    }
    const upstream = this.pools.of(address);
    const slot = upstream.limiter.acquire({
      service: service.resourceId,
      limit: serviceOptions(service.proxy).maxConcurrency,
      granted: (held, hasWaited) => {
        const go = (): void => this.sendOrFail(forwarding, address, upstream, held);
        if (hasWaited) void this.afterWait(forwarding, held, go);
        else go();
      },
      rejected: () => failed('busy', new Error('too many requests to the upstream')),
    });
    if (slot.isWaiting) response.once('close', () => slot.isWaiting && slot.release());
  }

  /** Permissions and sessions may have changed during the wait. */
  private async afterWait(forwarding: Forwarding, slot: Slot, go: () => void): Promise<void> {
    const isAllowed = await forwarding.reauthorize(true);
    if (isAllowed && !forwarding.response.destroyed) go();
    else slot.release();
  }

  private sendOrFail(forwarding: Forwarding, address: UpstreamAddress, upstream: Upstream, slot: Slot): void {
    try {
      this.send(forwarding, address, upstream, slot);
    } catch (error) {
      slot.release();
      forwarding.failed('invalid request', error instanceof Error ? error : new Error('not sent'));
    }
  }

  private send(forwarding: Forwarding, address: UpstreamAddress, { pool }: Upstream, slot: Slot): void {
    const { request, response, route, service, expectsContinue, upgrade } = forwarding;
    const { headersTimeout } = serviceOptions(service.proxy);
    if (headersTimeout !== undefined && headersTimeout > this.limits.headersTimeout)
      request.socket.setTimeout(headersTimeout + MARGIN_MS);
    const streamed =
      forwarding.body === undefined && hasBody(request)
        ? new ForwardedBody(request, () => expectsContinue && response.writeContinue())
        : null;
    // An upstream may reply before it has read everything, while the client is still sending.
    if (streamed) response.once('finish', () => drain(request));
    const context = this.contextOf(forwarding, address);
    new Exchange({
      pool,
      request: {
        method: request.method ?? 'GET',
        path: pathBelow(address, route.rest) + route.query,
        headers: this.headersOf(forwarding, address),
        body: forwarding.body ?? streamed,
        headersTimeout: headersTimeout ?? null,
        upgrade: upgrade?.protocol ?? null,
      },
      response: this.sinkOf(forwarding, address),
      context,
      terms: forwarding.sink ? undefined : forwarding.terms,
      failed: forwarding.failed,
      over: () => slot.release(),
      upgraded:
        upgrade &&
        ((headers: readonly Buffer[], socket: Duplex) =>
          void this.opener.open({ ...forwarding, upgrade, context }, { headers, socket, slot })),
    }).start();
  }

  private headersOf(forwarding: Forwarding, address: UpstreamAddress): string[] {
    const { request, service, destination } = forwarding;
    const { publicAddress } = this;
    const peer = peerOf(request);
    const options = serviceOptions(service.proxy);
    const headers = requestHeaders(request, this.settings.cookieName, address.host, {
      peer,
      isTrusted: request.headers['x-forwarded-for'] !== undefined && this.trustedPeers.includes(peer),
      protocol: publicAddress.protocol,
      host: publicAddress.host,
      prefix: publicAddress.pathOf(service.name),
      identityHeader: forwarding.identityHeader,
      dropsAuthorization: (authorization) => isForGatehouse(authorization, forwarding.caller, options),
      keepsCookie: options.forwardCredentials,
      cookies: forwarding.cookies ?? 'all',
      pageAddress: this.pageAddresses.withoutToken,
      destination: destination === undefined ? undefined : address.origin + pathBelow(address, destination),
    });
    const adapted = mayContainAddresses(service, forwarding.permission) ? withoutEncodings(headers) : headers;
    return forwarding.adaptHeaders?.(adapted) ?? adapted;
  }

  private sinkOf({ service, permission, sink, response }: Forwarding, address: UpstreamAddress): ReplySink {
    const end = sink ?? response;
    if (!mayContainAddresses(service, permission)) return end;
    return new PublicLinks(end, privateUrlsOf(service, address), this.publicAddress.urlOf(service.name));
  }

  private contextOf({ service, setCookie, cors }: Forwarding, address: UpstreamAddress): ResponseContext {
    return {
      reservedCookies: this.reservedCookies,
      setCookie,
      cors,
      accelRedirect: serviceOptions(service.proxy).accelRedirect,
      publicLocation: (location) => publicLocation(location, address, this.publicAddress.urlOf(service.name)),
    };
  }
}
