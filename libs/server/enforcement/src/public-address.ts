import type { ProxySettings } from '@gatehouse/settings';
import { redactTarget } from '@gatehouse/wire';

/** Public address of the proxy; from the settings only, never from what a client sends. Reference: http#common-fields. */
export class PublicAddress {
  /** `http` or `https`. */
  readonly protocol: string;
  /** Host, with the port unless it is the default one of the protocol. */
  readonly host: string;
  private readonly base: string;
  private readonly basePath: string;
  /** Base of all other routes: the part before the proxy's own path. */
  private readonly root: string;
  private readonly origin: string;

  constructor(
    private readonly settings: Pick<ProxySettings, 'proxyPublicUrl' | 'proxyBasePath' | 'networkTokenName'>,
  ) {
    const url = new URL(settings.proxyPublicUrl);
    this.protocol = url.protocol.slice(0, -1);
    this.host = url.host;
    this.base = settings.proxyPublicUrl;
    this.basePath = url.pathname.replace(/\/$/, '');
    const own = `${settings.proxyBasePath}/proxy`;
    this.origin = url.origin;
    this.root = url.origin + (this.basePath.endsWith(own) ? this.basePath.slice(0, -own.length) : '');
  }

  /** Path under which clients reach a service. */
  pathOf(service: string): string {
    return `${this.basePath}/${encodeURIComponent(service)}`;
  }

  /** Address at which clients reach a service. */
  urlOf(service: string): string {
    return `${this.base}/${encodeURIComponent(service)}`;
  }

  /** Public address of a request, with values of secret parameters redacted. */
  urlOfTarget(target: string): string {
    return this.root + this.redact(target);
  }

  /** The same for a request that a front end received. */
  urlOfPublicTarget(target: string): string {
    return this.origin + this.redact(target);
  }

  private redact(target: string): string {
    return redactTarget(target, { secretName: this.settings.networkTokenName });
  }
}
