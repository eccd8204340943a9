import { Injectable } from '@nestjs/common';
import { PathParameter, type PathTargetResolver, type Problem, type RequestScope } from '@gatehouse/http';
import { NODE_NAME } from '@gatehouse/names';
import { type NodeWithState, type ListedRemoteUser, isRemoteName } from '@gatehouse/network';
import { problem } from '@gatehouse/problems';
import { type PathTargets, targetIn } from '../targets/path-targets';
import { NetworkMode, networkModeIsOff } from './network-mode';

/** `{node_name}` in paths. While network mode is off, names are not validated. */
@Injectable()
@PathParameter({
  name: 'node_name',
  errors: ['network_disabled', 'network_node_name_invalid', 'network_node_not_found'],
})
export class NodeTarget implements PathTargetResolver<PathTargets['node_name']> {
  constructor(private readonly mode: NetworkMode) {}

  // Before the syntax of names is checked. Reference: http#order-of-checks.
  syntax(value: string): Problem | undefined {
    if (!this.mode.isEnabled) return networkModeIsOff();
    if (NODE_NAME.test(value)) return undefined;
    const param = { name: 'node_name', value, compare: NODE_NAME.source, conditions: { matches: false } };
    return problem('network_node_name_invalid', {}, { param });
  }

  find(value: string): Promise<NodeWithState> {
    return this.mode.get().nodes.byName(value);
  }
}

/** `{remote_user_name}` in paths: a user of the node before it. */
@Injectable()
@PathParameter({
  name: 'remote_user_name',
  errors: ['network_disabled', 'remote_user_name_invalid', 'remote_user_not_found'],
})
export class RemoteUserTarget implements PathTargetResolver<PathTargets['remote_user_name']> {
  constructor(private readonly mode: NetworkMode) {}

  syntax(value: string): Problem | undefined {
    if (!this.mode.isEnabled) return networkModeIsOff();
    if (isRemoteName(value)) return undefined;
    const param = { name: 'remote_user_name', value, conditions: { matches: false } };
    return problem('remote_user_name_invalid', {}, { param });
  }

  find(value: string, scope: RequestScope): Promise<ListedRemoteUser> {
    return this.mode.get().remoteUsers.of(targetIn(scope, 'node_name'), value);
  }
}
