import { type CanActivate, Injectable } from '@nestjs/common';
import { type Problem, problem } from '@gatehouse/problems';

/** Reference: http#network-mode. */
export function networkModeIsOff(): Problem {
  return problem('network_disabled');
}

/** Refuses operations of network mode before a body is read. Network mode cannot be enabled yet. */
@Injectable()
export class NetworkModeGuard implements CanActivate {
  canActivate(): never {
    throw networkModeIsOff();
  }
}
