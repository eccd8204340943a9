import { Body, Controller, Delete, Get, Inject, Post, Query, UseGuards } from '@nestjs/common';
import {
  DecodedMessageDto,
  KeySetDto,
  NetworkTokenReplyDto,
  PurgeTokensDto,
  PurgedTokensDto,
  SignedMessageDto,
} from '@gatehouse/dto';
import { type DeclaredError, Endpoint, SETTINGS } from '@gatehouse/http';
import { rejected, remoteIdentityIn } from '@gatehouse/network';
import { Problem, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { NetworkMode, NetworkModeGuard } from './network-mode';

const MESSAGE_ERRORS: readonly DeclaredError[] = [
  'network_disabled',
  'network_message_rejected',
  'network_issuer_unknown',
  'network_key_set_unavailable',
];

/** What other instances call, and the keys that they read. Reference: network-protocol#messages. */
@Controller('network')
@UseGuards(NetworkModeGuard)
export class MessagesController {
  constructor(
    private readonly mode: NetworkMode,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Endpoint(Post('token'), {
    name: 'issue_network_token',
    summary: 'Issue a token to another instance',
    access: 'public',
    success: { status: 201, detail: 'Token issued.', body: NetworkTokenReplyDto },
    errors: MESSAGE_ERRORS,
  })
  async issue(@Body() { token: message }: SignedMessageDto): Promise<NetworkTokenReplyDto> {
    const { verifier, tokens } = this.mode.get();
    const accepted = await verifier.accept(message, 'token');
    return { token: await tokens.issue(accepted.node, remoteIdentityIn(accepted)) };
  }

  @Endpoint(Delete('token'), {
    name: 'revoke_network_token',
    summary: 'Revoke a token of another instance',
    access: 'public',
    success: { status: 200, detail: 'Token revoked.' },
    errors: [...MESSAGE_ERRORS, 'network_token_not_found'],
  })
  async revoke(@Body() { token: message }: SignedMessageDto): Promise<void> {
    const { verifier, tokens } = this.mode.get();
    const accepted = await verifier.accept(message, 'token-cancellation', 'check');
    // A check changes nothing: it tests whether its message is accepted.
    const isCheck = accepted.claims['purpose'] === 'check';
    if (isCheck || !(await tokens.cancel(accepted.node, remoteIdentityIn(accepted)))) {
      throw problem('network_token_not_found');
    }
  }

  @Endpoint(Delete('tokens'), {
    name: 'purge_network_tokens',
    summary: 'Delete tokens of other instances',
    access: 'administrator',
    success: { status: 200, detail: 'Tokens deleted.', body: PurgedTokensDto },
    errors: ['network_disabled'],
  })
  async purge(
    @Body() { expired_only: inBody }: PurgeTokensDto,
    @Query() { expired_only: inQuery }: PurgeTokensDto,
  ): Promise<PurgedTokensDto> {
    const expiredOnly = (inBody ?? false) || (inQuery ?? false);
    return { deleted: await this.mode.get().tokens.purge({ expiredOnly }) };
  }

  @Endpoint(Get('jwks'), {
    name: 'list_network_keys',
    summary: 'List the public keys of this instance',
    access: 'public',
    growth: { boundedBy: 'the current keys of this instance' },
    success: { status: 200, detail: 'Keys listed.', body: KeySetDto },
    errors: ['network_disabled'],
  })
  async keys(): Promise<KeySetDto> {
    const keys = await this.mode.get().keys.keys();
    return {
      keys: keys.map(({ jwk }) => ({ ...jwk })),
      instance: { software: 'gatehouse', name: this.settings.networkInstanceName ?? '' },
    };
  }

  @Endpoint(Get('decode_jwt'), {
    name: 'decode_network_jwt',
    summary: 'Decode a token that another instance has signed',
    access: 'administrator',
    success: { status: 200, detail: 'Token decoded.', body: DecodedMessageDto },
    errors: MESSAGE_ERRORS.filter((code) => code !== 'network_issuer_unknown'),
  })
  async decode(@Query() { token: message }: SignedMessageDto): Promise<DecodedMessageDto> {
    try {
      const { claims } = await this.mode.get().verifier.verify(message);
      return { jwt_content: claims };
    } catch (error) {
      // The token is the subject of this request, not its sender: like any other that cannot be decoded.
      const isUnknown = error instanceof Problem && error.errorCode === 'network_issuer_unknown';
      throw isUnknown ? rejected('issuer_unknown') : error;
    }
  }
}
