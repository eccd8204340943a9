import { type CanActivate, Injectable } from '@nestjs/common';
import { type Problem, problem } from '@gatehouse/problems';

/** Reference: sessions#provider-sign-in. */
export function networkModeIsOff(): Problem {
  return problem('network_disabled');
}

/** Refuses what only network mode can do, before a body is read. Network mode cannot be on yet. */
@Injectable()
export class NetworkModeGuard implements CanActivate {
  canActivate(): never {
    throw networkModeIsOff();
  }
}
