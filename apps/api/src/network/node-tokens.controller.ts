import { Controller, Delete, Get, UseGuards } from '@nestjs/common';
import { NetworkTokenReplyDto } from '@gatehouse/dto';
import { type Caller, type DeclaredError, Endpoint, FromCaller } from '@gatehouse/http';
import type { NodeWithState } from '@gatehouse/network';
import { Target } from '../targets/path-targets';
import { LOCAL_USER_ERRORS, LocalUsers } from './local-users';
import { NetworkMode, NetworkModeGuard } from './network-mode';

const ERRORS: readonly DeclaredError[] = [...LOCAL_USER_ERRORS, 'network_request_failed'];

/** Tokens that users of this instance obtain at other ones. Reference: network-protocol#tokens. */
@Controller('network/nodes/:node_name/token')
@UseGuards(NetworkModeGuard)
export class NodeTokensController {
  constructor(
    private readonly mode: NetworkMode,
    private readonly localUsers: LocalUsers,
  ) {}

  @Endpoint(Get(), {
    name: 'request_network_token',
    summary: 'Request a personal token from another instance, replacing the previous one',
    access: 'authenticated',
    success: { status: 200, detail: 'Token issued.', body: NetworkTokenReplyDto },
    errors: ERRORS,
    changesState: true,
  })
  async request(
    @Target('node_name') node: NodeWithState,
    @FromCaller() caller: Caller,
  ): Promise<NetworkTokenReplyDto> {
    const user = await this.localUsers.identityOf(caller);
    return { token: await this.mode.get().peers.requestToken(node, user) };
  }

  @Endpoint(Delete(), {
    name: 'cancel_network_token',
    summary: 'Revoke the personal token of another instance',
    access: 'authenticated',
    success: { status: 200, detail: 'Token cancelled.' },
    errors: [...ERRORS, 'network_token_not_found'],
  })
  async cancel(@Target('node_name') node: NodeWithState, @FromCaller() caller: Caller): Promise<void> {
    await this.mode.get().peers.cancelToken(node, await this.localUsers.identityOf(caller));
  }
}
