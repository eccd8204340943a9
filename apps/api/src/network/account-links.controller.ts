import type { IncomingMessage } from 'node:http';
import { Body, Controller, Get, Inject, Post, Query, Req, UseGuards } from '@nestjs/common';
import {
  ConfirmationDto,
  ConsentDto,
  ConsentQuery,
  ConsentRequestReplyDto,
  SignedMessageDto,
} from '@gatehouse/dto';
import {
  type Caller,
  type DeclaredError,
  Endpoint,
  FromCaller,
  FromLocale,
  FromReader,
  type Reader,
  Reply,
  SETTINGS,
} from '@gatehouse/http';
import type { NodeWithState, OpenedConsent } from '@gatehouse/network';
import type { Locale } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { OwnerConfirmation } from '@gatehouse/sign-in';
import { Target } from '../targets/path-targets';
import { CONFIRMATION_ERRORS } from '../users/user-errors';
import { consentPage, linkErrorPage, linkedPage } from './link-pages';
import { LOCAL_USER_ERRORS, LocalUsers } from './local-users';
import { NetworkMode, NetworkModeGuard } from './network-mode';

const MESSAGE_ERRORS: readonly DeclaredError[] = [
  'network_disabled',
  'network_message_rejected',
  'network_issuer_unknown',
  'network_key_set_unavailable',
];

/** Links of accounts on two instances. Reference: network-protocol#links. */
@Controller()
@UseGuards(NetworkModeGuard)
export class AccountLinksController {
  constructor(
    private readonly mode: NetworkMode,
    private readonly localUsers: LocalUsers,
    private readonly confirmation: OwnerConfirmation,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Endpoint(Post('network/nodes/:node_name/link'), {
    name: 'link_network_account',
    summary: 'Start linking the account of the caller with one of another instance',
    access: 'authenticated',
    success: {
      status: 302,
      detail: 'Continue at the other instance.',
      headers: { Location: 'The page of the other instance that requests consent.' },
    },
    errors: ['network_user_not_allowed', 'service_account_not_allowed', ...CONFIRMATION_ERRORS],
    errorPage: linkErrorPage,
  })
  async begin(
    @Target('node_name') node: NodeWithState,
    @FromCaller() caller: Caller,
    @Body() { current_password: currentPassword }: ConfirmationDto,
  ): Promise<Reply> {
    const owner = await this.localUsers.check(caller);
    await this.confirmation.require(owner, currentPassword);
    const user = await this.localUsers.identityOf(caller);
    const location = await this.mode.get().accountLinks.begin(node, user, owner.session.sessionId);
    return new Reply(undefined, [['Location', location]]);
  }

  @Endpoint(Get('network/link'), {
    name: 'complete_network_link',
    summary: 'Complete the link with an account of another instance',
    access: 'authenticated',
    success: { status: 200, detail: 'Accounts linked.' },
    errors: [
      ...MESSAGE_ERRORS,
      ...LOCAL_USER_ERRORS,
      'network_link_user_mismatch',
      'network_link_not_started',
      'remote_user_exists',
    ],
    errorPage: linkErrorPage,
    changesState: true,
    // A redirect from the other instance; its message and the nonce of the session prove what was consented to.
    fromAnySite: true,
  })
  async complete(
    @Query() { token }: SignedMessageDto,
    @FromCaller() caller: Caller,
    @FromReader() reader: Reader,
    @FromLocale() locale: Locale,
  ): Promise<Reply | undefined> {
    const { userId, userName, session } = await this.localUsers.check(caller);
    const user = { userId, userName, sessionId: session.sessionId };
    const { node, remoteUserName } = await this.mode.get().accountLinks.complete(token, user);
    return reader === 'person'
      ? Reply.page(linkedPage(node.name, remoteUserName, locale, this.settings))
      : undefined;
  }

  @Endpoint(Get('network/authorize'), {
    name: 'open_link_consent',
    summary: 'Read a request of another instance for consent to a link of accounts',
    access: 'public',
    success: { status: 200, detail: 'Consent is requested.', body: ConsentRequestReplyDto },
    errors: [...MESSAGE_ERRORS, 'network_authorization_invalid'],
    errorPage: linkErrorPage,
    changesState: true,
    // A redirect from the other instance; it uses up the message, and nothing else.
    fromAnySite: true,
  })
  async open(
    @Query() query: ConsentQuery,
    @FromCaller() caller: Caller,
    @FromReader() reader: Reader,
    @FromLocale() locale: Locale,
  ): Promise<Reply | ConsentRequestReplyDto> {
    const opened = await this.mode.get().accountLinks.open({
      token: query.token,
      responseType: query.response_type,
      redirectUri: query.redirect_uri,
      requestToken: query.request_token,
    });
    const userName = caller.kind === 'user' ? caller.userName : undefined;
    return reader === 'person'
      ? Reply.page(consentPage(opened, userName, locale, this.settings))
      : describe(opened, userName);
  }

  @Endpoint(Post('network/authorize'), {
    name: 'give_link_consent',
    summary: 'Consent to a link of accounts, and return to the other instance',
    access: 'authenticated',
    success: {
      status: 303,
      detail: 'Continue at the other instance.',
      headers: { Location: 'The address of the other instance that completes the link.' },
    },
    errors: ['network_disabled', ...LOCAL_USER_ERRORS, 'network_authorization_invalid'],
    errorPage: linkErrorPage,
  })
  async consent(
    @Body() { request_token: requestToken }: ConsentDto,
    @FromCaller() caller: Caller,
  ): Promise<Reply> {
    const user = await this.localUsers.identityOf(caller);
    const location = await this.mode.get().accountLinks.consent(requestToken, user);
    return new Reply(undefined, [['Location', location]]);
  }

  // The console has a page at this address; without the console, the plain page is shown.
  @Endpoint(Get('ui/network/authorize'), {
    name: 'open_link_consent_page',
    summary:
      'Open the page of the console that requests consent to a link; without the console, the plain page by a redirect',
    access: 'public',
    success: {
      status: 302,
      detail: 'The page is at another address.',
      headers: { Location: 'The plain page.' },
      // The page of the console.
      pages: [200],
    },
    errors: ['network_disabled'],
    errorPage: linkErrorPage,
  })
  page(@Req() request: IncomingMessage): Reply {
    const { search } = new URL(request.url ?? '/', 'http://localhost');
    return new Reply(undefined, [['Location', `${this.settings.publicUrl}/network/authorize${search}`]]);
  }
}

function describe(
  { request, node, requestToken }: OpenedConsent,
  userName: string | undefined,
): ConsentRequestReplyDto {
  return {
    request: {
      node_name: node.name,
      base_url: node.baseUrl,
      requesting_user_name: request.userName,
      user_name: userName ?? null,
      redirect_uri: request.redirectUri,
      request_token: requestToken,
      expires_at: new Date(request.expiresAt * 1000).toISOString(),
    },
  };
}
