import { type CanActivate, Injectable } from '@nestjs/common';
import { Problem } from '@gatehouse/http';

/** Spec: decisions 15 (network mode off). */
export function networkModeIsOff(): Problem {
  return new Problem(501, 'Network mode is off.');
}

/** Refuses what only network mode can do, before a body is read. Network mode cannot be on yet. */
@Injectable()
export class NetworkModeGuard implements CanActivate {
  canActivate(): never {
    throw networkModeIsOff();
  }
}
