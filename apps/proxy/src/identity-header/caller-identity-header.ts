import type { SnapshotFollower } from '@gatehouse/access';
import type { ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type Caller, userOf } from '../sign-in/caller';
import type { IdentityHeader } from './identity-header';
import type { PublicKey } from './signing-key';

/** The value of `X-Gatehouse-Identity` for services that ask for it. */
export class CallerIdentityHeader {
  constructor(
    private readonly header: IdentityHeader,
    private readonly follower: Pick<SnapshotFollower, 'snapshot'>,
  ) {}

  get publicKey(): PublicKey {
    return this.header.publicKey;
  }

  /** Undefined where the service does not ask for it or nobody is signed in. */
  valueFor(service: ServiceView, caller: Caller | undefined): string | undefined {
    const userId = userOf(caller);
    if (userId === undefined || !serviceOptions(service.proxy).identityHeader) return undefined;
    return this.header.valueFor(this.follower.snapshot(), service, userId);
  }
}
