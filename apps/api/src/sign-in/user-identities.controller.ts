import { Body, Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import type { ExternalIdentity } from '@gatehouse/database';
import type { UserRow } from '@gatehouse/directory';
import {
  ConfirmationDto,
  ExternalIdentitiesDto,
  type ExternalIdentityDto,
  LinkIdentityDto,
  LinkIdentityReplyDto,
} from '@gatehouse/dto';
import { type Caller, Endpoint, FromCaller, FromOrigin, type Origin, Reply } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import { ExternalAccounts, IdentityLinks, OwnerConfirmation } from '@gatehouse/sign-in';
import { Target } from '../targets/path-targets';
import { CONFIRMATION_ERRORS } from '../users/user-errors';
import { Homepage } from './homepage';
import { ProviderCookies } from './provider-cookies';
import { ProviderSignIn } from './provider-sign-in';

/** The identities of a user at providers, for the user and for administrators. Reference: identity-providers#identities. */
@Controller('users/:user_name/identities')
export class UserIdentitiesController {
  constructor(
    @Inject(ExternalAccounts) private readonly accounts: ExternalAccounts,
    @Inject(IdentityLinks) private readonly links: IdentityLinks,
    @Inject(OwnerConfirmation) private readonly confirmation: OwnerConfirmation,
    private readonly signIns: ProviderSignIn,
    private readonly cookies: ProviderCookies,
    private readonly homepage: Homepage,
  ) {}

  @Endpoint(Get(), {
    name: 'list_user_identities',
    summary:
      'List the ways in which a user can sign in: identities at providers, and whether there is a password',
    access: 'owner',
    growth: { boundedBy: 'the identities of one user' },
    success: { status: 200, detail: 'Identities listed.', body: ExternalIdentitiesDto },
  })
  async list(@Target('user_name') user: UserRow): Promise<ExternalIdentitiesDto> {
    const identities = await this.accounts.identitiesOf(user);
    return { identities: identities.map(toIdentity), has_password: await this.accounts.hasPassword(user) };
  }

  @Endpoint(Post(), {
    name: 'link_user_identity',
    summary: 'Begin to link an identity at a provider to the own account',
    access: 'owner',
    success: {
      status: 200,
      detail: 'Continue at the provider.',
      body: LinkIdentityReplyDto,
      headers: { 'Set-Cookie': 'The sign-in in progress.' },
    },
    errors: [
      'permission_denied',
      ...CONFIRMATION_ERRORS,
      'provider_not_found',
      'provider_internal',
      'provider_sign_in_refused',
      'provider_unavailable',
      'homepage_not_allowed',
    ],
    protect: [{ param: 'user_name', rule: 'person' }],
  })
  async link(
    @Target('user_name') user: UserRow,
    @FromCaller() caller: Caller,
    @FromOrigin() origin: Origin,
    @Body() body: LinkIdentityDto,
  ): Promise<Reply> {
    const { provider_name: name, external_user_name: login, came_from: wanted } = body;
    // An administrator could sign in as the user otherwise.
    if (caller.kind !== 'user' || caller.userId !== user.id) throw problem('permission_denied');
    await this.confirmation.require(caller, body.current_password);
    const homepage = wanted ? this.homepage.of(wanted) : this.homepage.default;
    const provider = await this.signIns.external(name);
    const { location, state } = await this.signIns.begin(provider, login, origin);
    const progress = { state, homepage, linkTo: caller.session.sessionId };
    const content: LinkIdentityReplyDto = { location };
    return new Reply(content, [['Set-Cookie', this.cookies.progress(provider.definition.name, progress)]]);
  }

  @Endpoint(Delete(':identity_id'), {
    name: 'unlink_user_identity',
    summary: 'Remove an identity of a user, and end the sessions that it has opened',
    access: 'owner',
    success: { status: 200, detail: 'Identity removed.' },
    errors: ['external_identity_last', ...CONFIRMATION_ERRORS],
  })
  async unlink(
    @Target('identity_id') identity: ExternalIdentity,
    @FromCaller() caller: Caller,
    @Body() { current_password: currentPassword }: ConfirmationDto,
  ): Promise<void> {
    if (caller.kind === 'user' && caller.userId === identity.userId) {
      await this.confirmation.require(caller, currentPassword);
    }
    await this.links.unlink(identity, caller.kind === 'user' ? caller.session.sessionId : undefined);
  }
}

function toIdentity({ id, provider, subject, userName, createdAt }: ExternalIdentity): ExternalIdentityDto {
  return {
    identity_id: id,
    provider_name: provider,
    external_id: subject,
    external_user_name: userName,
    created: createdAt.toISOString(),
  };
}
