import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Users } from '@gatehouse/directory';
import {
  CreateServiceAccountDto,
  ListServiceAccountsQuery,
  UserReplyDto,
  UsersReplyDto,
} from '@gatehouse/dto';
import { Endpoint, FromCaller, type SignedInCaller } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import { SERVICE_ACCOUNT_ERRORS } from './user-errors';
import { UserListing } from './user-listing';

/**
 * Accounts of programs, which are users without password or sign-in: everything else of them is under `/users/{user_name}`.
 * Reference: sessions#service-accounts.
 */
@Controller('service_accounts')
export class ServiceAccountsController {
  constructor(
    private readonly users: Users,
    private readonly listing: UserListing,
  ) {}

  @Endpoint(Get(), {
    name: 'list_service_accounts',
    summary: 'List service accounts',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Service accounts listed.', body: UsersReplyDto },
  })
  list(@Query() query: ListServiceAccountsQuery): Promise<Written<UsersReplyDto>> {
    return this.listing.serviceAccounts(query);
  }

  @Endpoint(Post(), {
    name: 'create_service_account',
    summary: 'Create a service account',
    access: 'administrator',
    growth: { boundedBy: 'the groups of one user' },
    success: { status: 201, detail: 'Service account created.', body: UserReplyDto },
    errors: [
      ...SERVICE_ACCOUNT_ERRORS,
      'user_name_reserved',
      'group_not_found',
      'service_account_not_allowed',
    ],
  })
  async create(
    @Body() { user_name: name, email, group_name: groupName }: CreateServiceAccountDto,
    @FromCaller() { userId: createdBy }: SignedInCaller,
  ): Promise<UserReplyDto> {
    const account = {
      name,
      createdBy,
      email: email ?? undefined,
      groupName: groupName ?? undefined,
    };
    return { user: await this.listing.view(await this.users.createServiceAccount(account)) };
  }
}
