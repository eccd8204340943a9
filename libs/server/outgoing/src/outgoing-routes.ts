import { setTimeout as sleep } from 'node:timers/promises';
import type { Resolver } from './checked-connector';
import type { OutgoingTargets } from './outgoing-targets';
import { isPublicAddress } from './special-addresses';
import { TargetList, addressIn } from './target-list';

/** Errors of the resolver that mean that a name is not known here, as in a network whose machines see no public names. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA']);

/**
 * Which targets are reached through the proxy. They are checked first, as without one; the proxy resolves names again, so that it has
 * to refuse private addresses as well. Reference: deployment#outgoing-requests.
 */
export class OutgoingRoutes {
  private readonly except: TargetList;

  /** @param lookupMs how long the look-up of a name may take before it counts as not known here */
  constructor(
    private readonly targets: OutgoingTargets,
    except: readonly string[],
    private readonly resolve: Resolver,
    private readonly lookupMs: number,
  ) {
    this.except = new TargetList(except);
  }

  /** Whether requests to a URL use the proxy; false for those that the direct way checks and sends. Throws `TargetRefused`. */
  async isProxied(target: URL): Promise<boolean> {
    const { hostname } = target;
    if (this.except.hasHost(hostname)) return false;
    const literal = addressIn(hostname);
    const addresses = literal === undefined ? await this.addressesOf(hostname) : [literal];
    if (addresses === undefined) {
      this.targets.checkUnknown(target);
      return true;
    }
    this.targets.checkAddresses(target, addresses);
    return addresses.every((address) => isPublicAddress(address) && !this.except.hasAddress(address));
  }

  /** Undefined for a name that is not known here. */
  private async addressesOf(hostname: string): Promise<readonly string[] | undefined> {
    const end = new AbortController();
    try {
      const late = sleep(this.lookupMs, undefined, { signal: end.signal }).catch(() => undefined);
      const found = await Promise.race([this.resolve(hostname), late]);
      return found?.map(({ address }) => address);
    } catch (error) {
      if (UNKNOWN.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    } finally {
      end.abort();
    }
  }
}
