import { Injectable } from '@nestjs/common';
import { PathParameter, type PathTargetResolver, type Problem } from '@gatehouse/http';
import { networkModeIsOff } from './network-mode';

/** While network mode is off, no node or remote user exists, and names are not validated. */
abstract class NetworkTarget implements PathTargetResolver<never> {
  // Before the syntax of names is checked. Reference: http#order-of-checks.
  syntax(): Problem {
    return networkModeIsOff();
  }

  find(): Promise<never> {
    throw networkModeIsOff();
  }
}

/** `{node_name}` in paths. */
@Injectable()
@PathParameter({ name: 'node_name', errors: ['network_disabled'] })
export class NodeTarget extends NetworkTarget {}

/** `{remote_user_name}` in paths. */
@Injectable()
@PathParameter({ name: 'remote_user_name', errors: ['network_disabled'] })
export class RemoteUserTarget extends NetworkTarget {}
