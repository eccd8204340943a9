import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { requestLimits } from '@gatehouse/enforcement';
import { SETTINGS } from '@gatehouse/http';
import { OutgoingHttp, type OutgoingReply, OutgoingTimeout, TargetRefused } from '@gatehouse/outgoing';
import { problem } from '@gatehouse/problems';
import { type DocumentLimits, readBodySteps } from '@gatehouse/request-body';
import type { Settings } from '@gatehouse/settings';
import { FairScheduler } from '@gatehouse/scheduling';
import { type CapabilitiesNames, namesInCapabilities } from './capabilities-names';

const MAX_MEGABYTES = 16;
const LIMITS = { timeoutMs: 10_000, bodyBytes: MAX_MEGABYTES * 1024 * 1024 };
/** Capabilities are larger than what clients send: some servers list thousands of reference systems. */
const MIN_ELEMENTS = 200_000;
/** Administrators enter these URLs, at any address of their network; they are reached directly, as the proxy reaches services. */
const ANYWHERE = { outgoingAllowed: ['0.0.0.0/0', '::/0'] };
/** WMS 1.1.1 has document types, which are not read. */
const QUERY = { service: 'WMS', version: '1.3.0', request: 'GetCapabilities' };
const HEADERS = { accept: 'text/xml, application/xml', 'accept-encoding': 'identity' };
/** The media type of capabilities of WMS 1.1.1, with which some servers send those of 1.3.0. */
const OLD_MEDIA_TYPE = /^application\/vnd\.ogc\.wms_xml(?=\s*(?:;|$))/i;

/** Reads the capabilities of map services. A reply is hostile input: bounded in time and size, without redirects. */
@Injectable()
export class ServiceCapabilities implements OnApplicationShutdown {
  private readonly http = new OutgoingHttp(ANYWHERE, LIMITS);
  private readonly limits: DocumentLimits;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
  ) {
    const limits = requestLimits(settings);
    this.limits = {
      ...limits,
      elements: Math.max(limits.elements, MIN_ELEMENTS),
      attributes: Math.max(limits.attributes, MIN_ELEMENTS),
    };
  }

  /**
   * The names that a service announces at the first of its addresses that has capabilities. Throws
   * `service_capabilities_unreadable` with what is wrong at the last one. `client` is the address of the caller.
   */
  async names(addresses: readonly string[], client: string): Promise<CapabilitiesNames> {
    let reason = 'it has no address';
    for (const url of addresses) {
      const found = await this.namesAt(url, client);
      if (typeof found !== 'string') return found;
      reason = found;
    }
    throw problem('service_capabilities_unreadable', { reason });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }

  /** The names, or why there are none. */
  private async namesAt(url: string, client: string): Promise<CapabilitiesNames | string> {
    try {
      const reply = await this.http.send({ method: 'GET', url, headers: HEADERS });
      return problemOf(reply) ?? (await this.namesIn(reply, client));
    } catch (error) {
      const isOwn = error instanceof TargetRefused || error instanceof OutgoingTimeout;
      return isOwn ? error.message : 'it cannot be reached';
    }
  }

  private async namesIn(
    { headers, bytes }: OutgoingReply,
    client: string,
  ): Promise<CapabilitiesNames | string> {
    const described = {
      contentType: headers['content-type']?.replace(OLD_MEDIA_TYPE, 'text/xml'),
      contentEncoding: headers['content-encoding'],
    };
    const { body } = await this.scheduler.run(client, readBodySteps(described, bytes, this.limits));
    if (body.kind === 'unreadable') return `its document is not read: ${body.problem}`;
    const names = body.kind === 'xml' ? namesInCapabilities(body.root) : undefined;
    return names ?? 'its reply is not the capabilities of a WMS';
  }
}

function problemOf({ status, isTruncated }: OutgoingReply): string | undefined {
  if (status >= 300 && status < 400) return 'it redirects to another address, which is not followed';
  if (status !== 200) return `its reply has status ${status}`;
  return isTruncated ? `its reply is incomplete, or larger than ${MAX_MEGABYTES} MB` : undefined;
}

/**
 * The addresses at which a service may have its capabilities: its URL, and below it each of the endpoints, unless it ends in
 * one itself.
 */
export function capabilitiesAddresses(serviceUrl: string, endpoints: readonly string[]): readonly string[] {
  // It is refused with a reason.
  if (!URL.canParse(serviceUrl)) return [serviceUrl];
  const [, below] = /^(.*?)\/*$/.exec(new URL(serviceUrl).pathname) ?? [];
  const path = below ?? '';
  const last = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const [usual = ''] = endpoints;
  const isEndpoint = endpoints.some((endpoint) => endpoint.toLowerCase() === last);
  return (isEndpoint ? [path] : [`${path}/${usual}`, path === '' ? '/' : path]).map((pathname) => {
    const url = new URL(serviceUrl);
    url.pathname = pathname;
    for (const [name, value] of Object.entries(QUERY)) url.searchParams.set(name, value);
    return url.href;
  });
}
