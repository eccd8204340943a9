import { isPrivateName } from './reserved-names';
import { isPublicAddress } from './special-addresses';
import { TargetList, addressIn } from './target-list';

const HTTPS_ONLY = {
  en: 'the scheme must be https: the target is not in SVC_OUTGOING_ALLOWED',
  fr: 'le schéma doit être https : la cible n’est pas dans SVC_OUTGOING_ALLOWED',
};

/** A forbidden target of requests. The message states the reason in English, without parts of the URL that may be secret. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';

  constructor(readonly reason: Readonly<Record<'en' | 'fr', string>>) {
    super(reason.en);
  }
}

/**
 * Which targets requests may be sent to whose URLs users or peers give: public addresses over https, and what a setting
 * allows besides. Reference: webhooks#targets.
 */
export class OutgoingTargets {
  private readonly allowed: TargetList;

  /** Takes networks, addresses, host names and domains: {@link TargetList}. */
  constructor(allowed: readonly string[]) {
    this.allowed = new TargetList(allowed);
  }

  /** Checks what can be checked without a connection. Throws {@link TargetRefused}. */
  check(text: string): URL {
    const url = parsed(text);
    if (url === undefined)
      throw new TargetRefused({ en: 'the URL cannot be read', fr: 'l’URL est illisible' });
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new TargetRefused({
        en: 'the scheme must be https or http',
        fr: 'le schéma doit être https ou http',
      });
    }
    if (url.username !== '' || url.password !== '') {
      throw new TargetRefused({
        en: 'the URL must not contain credentials',
        fr: 'l’URL ne doit pas contenir d’identifiants',
      });
    }
    const address = addressIn(url.hostname);
    if (address !== undefined) this.checkAddresses(url, [address]);
    return url;
  }

  /** Checks the addresses that the host of a URL has; all of them must be allowed. Throws {@link TargetRefused}. */
  checkAddresses(url: Pick<URL, 'protocol' | 'hostname'>, addresses: readonly string[]): void {
    if (this.allowed.hasHost(url.hostname)) return;
    if (addresses.length === 0)
      throw new TargetRefused({ en: 'the host has no address', fr: 'l’hôte n’a pas d’adresse' });
    const others = addresses.filter((address) => !this.allowed.hasAddress(address));
    if (others.some((address) => !isPublicAddress(address))) {
      throw new TargetRefused({
        en: 'the host has an address that is not public, and not in SVC_OUTGOING_ALLOWED',
        fr: 'l’hôte a une adresse qui n’est ni publique ni dans SVC_OUTGOING_ALLOWED',
      });
    }
    if (others.length > 0 && url.protocol !== 'https:') {
      throw new TargetRefused(HTTPS_ONLY);
    }
  }

  /** Checks a host whose name is not known here, for a proxy that resolves it. Throws {@link TargetRefused}. */
  checkUnknown(url: Pick<URL, 'protocol' | 'hostname'>): void {
    if (isPrivateName(url.hostname)) {
      throw new TargetRefused({
        en: 'the host name is not known here, and is not a public one',
        fr: 'le nom d’hôte n’est pas connu ici, et n’est pas public',
      });
    }
    if (url.protocol !== 'https:' && !this.allowed.hasHost(url.hostname)) throw new TargetRefused(HTTPS_ONLY);
  }
}

/** Not with `URL.canParse`, which Node 20 answers wrongly for letters such as ü once it is optimized. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
