import { type CanActivate, Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import type { Network } from '@gatehouse/network';
import { type Problem, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

/** Reference: http#network-mode. */
export function networkModeIsOff(): Problem {
  return problem('network_disabled');
}

/** Network mode, if it is enabled. */
export class NetworkMode {
  constructor(private readonly network: Network | undefined) {}

  /** Throws `network_disabled`. */
  get(): Network {
    if (!this.network) throw networkModeIsOff();
    return this.network;
  }

  get isEnabled(): boolean {
    return this.network !== undefined;
  }
}

/** Refuses operations of network mode before a body is read, while it is disabled. */
@Injectable()
export class NetworkModeGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(): true {
    if (!this.settings.networkEnabled) throw networkModeIsOff();
    return true;
  }
}
