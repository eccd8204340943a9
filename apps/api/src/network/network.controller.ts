import { Controller, UseGuards } from '@nestjs/common';
import { Endpoint } from '@gatehouse/http';
import { NetworkModeGuard, networkModeIsOff } from './network-mode';
import { NETWORK_ROUTES } from './network.routes';

/** The operations of network mode, which exist but are refused while it is off. Reference: http#network-mode. */
@Controller('network')
@UseGuards(NetworkModeGuard)
export class NetworkController {}

for (const { mapping, declaration } of NETWORK_ROUTES) {
  // A separate function for each: the decorators store metadata on it.
  const value = (): never => {
    throw networkModeIsOff();
  };
  const descriptor = { value, configurable: true, enumerable: false, writable: true };
  Object.defineProperty(NetworkController.prototype, declaration.name, descriptor);
  Endpoint(mapping, declaration)(NetworkController.prototype, declaration.name, descriptor);
}
