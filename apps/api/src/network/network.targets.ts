import { Injectable } from '@nestjs/common';
import { PathParameter, type PathTargetResolver, type Problem } from '@gatehouse/http';
import { networkModeIsOff } from './network-mode';

/** Without network mode there are neither nodes nor users of them, and no name is better formed than another. */
abstract class UnknownToUs implements PathTargetResolver<never> {
  // Ahead of the syntax of names. Reference: http#order-of-checks.
  syntax(): Problem {
    return networkModeIsOff();
  }

  find(): Promise<never> {
    throw networkModeIsOff();
  }
}

/** `{node_name}` in paths. */
@Injectable()
@PathParameter('node_name')
export class NodeTarget extends UnknownToUs {}

/** `{remote_user_name}` in paths. */
@Injectable()
@PathParameter('remote_user_name')
export class RemoteUserTarget extends UnknownToUs {}
