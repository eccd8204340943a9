import { Body, Controller, Delete, Get, Inject, Post, Query } from '@nestjs/common';
import type { PendingUser } from '@gatehouse/database';
import { OneTimeLinks, PendingUsers, RegistrationLimits, Registrations } from '@gatehouse/directory';
import {
  PageQuery,
  RegisterUserDto,
  RegistrationReplyDto,
  RegistrationsReplyDto,
  ResendRegistrationDto,
} from '@gatehouse/dto';
import {
  type Caller,
  type DeclaredError,
  Endpoint,
  FromCaller,
  FromLocale,
  FromOrigin,
  type Origin,
  withStatus,
} from '@gatehouse/http';
import { NAME_PROBLEMS } from '@gatehouse/names';
import { type Locale, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { type Written, networkOf } from '@gatehouse/wire';
import { PagedLists } from '../lists/paged-lists';
import { Target } from '../targets/path-targets';
import { toRegistration, toSubmission } from './registration.mapper';

const unavailable = ({ registrationEnabled }: Settings) =>
  registrationEnabled ? undefined : problem('registration_disabled');
const OFF: readonly DeclaredError[] = ['registration_disabled'];

/** Registrations of users by themselves, while `SVC_USER_REGISTRATION_ENABLED` is on. Reference: registration-and-links#operations. */
@Controller('register/users')
export class PendingUsersController {
  constructor(
    private readonly registrations: Registrations,
    private readonly pendingUsers: PendingUsers,
    private readonly limits: RegistrationLimits,
    @Inject(OneTimeLinks) private readonly links: OneTimeLinks,
    private readonly lists: PagedLists,
  ) {}

  @Endpoint(Post(), {
    name: 'register_user',
    summary: 'Register a user, whose email address is then confirmed by a link',
    access: 'public',
    unavailable,
    success: {
      status: 201,
      detail: 'A link to confirm the email address was sent.',
      body: RegistrationReplyDto,
    },
    errors: [
      ...OFF,
      ...withStatus(400, 'user_name_invalid', ...NAME_PROBLEMS),
      'user_name_pattern_mismatch',
      'user_name_too_long',
      'user_name_reserved',
      'email_invalid',
      'email_reserved',
      'password_too_short',
      'password_too_common',
      'password_like_user_name',
      'value_empty',
      'value_too_long',
      'registration_conflict',
      'registration_rate_limited',
      'password_queue_full',
    ],
  })
  async register(
    @Body() body: RegisterUserDto,
    @FromOrigin() { address }: Origin,
    @FromLocale() locale: Locale,
  ): Promise<RegistrationReplyDto> {
    await this.limits.admit(networkOf(address));
    const pending = await this.registrations.submit(toSubmission(body, locale));
    // Only the owner of the email address may receive the addresses of links.
    return { registration: toRegistration(pending, [], this.links) };
  }

  @Endpoint(Get(), {
    name: 'list_registrations',
    summary: 'List the user names of pending registrations',
    access: 'administrator',
    growth: 'streamed',
    unavailable,
    success: { status: 200, detail: 'Registrations listed.', body: RegistrationsReplyDto },
    errors: OFF,
  })
  async list(@Query() page: PageQuery): Promise<Written<RegistrationsReplyDto>> {
    const read = async (part: Pick<PageQuery, 'limit' | 'after'>) =>
      (await this.pendingUsers.list(part)).map(({ name }) => name);
    return { registrations: await this.lists.names(page, read) };
  }

  @Endpoint(Get(':registration_name'), {
    name: 'get_registration',
    summary: 'Read a pending registration',
    access: 'administrator',
    unavailable,
    success: { status: 200, detail: 'Registration found.', body: RegistrationReplyDto },
    errors: OFF,
  })
  async get(@Target('registration_name') pending: PendingUser): Promise<RegistrationReplyDto> {
    const links = await this.links.validLinks({ pendingUserId: pending.id });
    return { registration: toRegistration(pending, links, this.links) };
  }

  @Endpoint(Delete(':registration_name'), {
    name: 'delete_registration',
    summary: 'Delete a pending registration without a mail',
    access: 'administrator',
    unavailable,
    success: { status: 200, detail: 'Registration deleted.' },
    errors: OFF,
  })
  async delete(@Target('registration_name') pending: PendingUser): Promise<void> {
    await this.registrations.delete(pending);
  }

  @Endpoint(Post(':submitted_name/resend'), {
    name: 'resend_registration_mail',
    summary: 'Send the mail of a pending registration again',
    access: 'public',
    unavailable,
    success: {
      status: 202,
      detail:
        'If there is a pending registration with this user name and email address, its mail is sent again.',
    },
    errors: [...OFF, 'registration_rate_limited'],
  })
  async resend(
    @Target('submitted_name') name: string,
    @Body() { email }: ResendRegistrationDto,
    @FromOrigin() { address }: Origin,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    await this.limits.admit(networkOf(address));
    const isAdministrator = caller.kind === 'user' && caller.isAdministrator;
    await this.registrations.resend({ name, email, isAdministrator });
  }
}
