import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import type { Group } from '@gatehouse/database';
import { type Acceptance, GroupTerms, RECORDED, type TermsVersion } from '@gatehouse/directory';
import {
  type AcceptanceDto,
  AcceptancesQuery,
  AcceptancesReplyDto,
  NewTermsDto,
  TermsReplyDto,
  type TermsVersionDto,
  TermsVersionReplyDto,
} from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { Target } from '../targets/path-targets';

const PAGE = 100;

/** Versions of the terms of a group, and who accepted them. Reference: groups#terms. */
@Controller('groups/:group_name/terms')
export class GroupTermsController {
  constructor(private readonly terms: GroupTerms) {}

  @Endpoint(Get(), {
    name: 'list_group_terms',
    summary: 'List the versions of the terms of a group',
    access: 'administrator',
    growth: { boundedBy: 'the versions of the terms of one group' },
    success: { status: 200, detail: 'Terms listed.', body: TermsReplyDto },
  })
  async list(@Target('group_name') group: Group): Promise<TermsReplyDto> {
    return { terms: (await this.terms.versionsOf(group)).map(toTermsVersion) };
  }

  @Endpoint(Post(), {
    name: 'publish_group_terms',
    summary: 'Publish a new version of the terms of a group',
    access: 'administrator',
    success: { status: 201, detail: 'Terms published.', body: TermsVersionReplyDto },
    errors: ['group_terms_absent', 'group_terms_unchanged'],
    protect: [{ param: 'group_name', rule: 'ordinary' }],
    ifMatch: [RECORDED.groupTerms],
  })
  async publish(
    @Target('group_name') group: Group,
    @Body() body: NewTermsDto,
  ): Promise<TermsVersionReplyDto> {
    return { terms: toTermsVersion(await this.terms.publish(group, body.terms)) };
  }

  @Endpoint(Get('acceptances'), {
    name: 'list_group_terms_acceptances',
    summary: 'List which users accepted which version of the terms of a group',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Acceptances listed.', body: AcceptancesReplyDto },
  })
  async acceptances(
    @Target('group_name') group: Group,
    @Query() { limit = PAGE, before }: AcceptancesQuery,
  ): Promise<AcceptancesReplyDto> {
    const listed = await this.terms.acceptancesOf(group, limit, before);
    return { acceptances: listed.map(toAcceptance) };
  }
}

function toTermsVersion({ version, text, createdAt }: TermsVersion): TermsVersionDto {
  return { version, text, created: createdAt.toISOString() };
}

function toAcceptance({ id, userName, version, acceptedAt }: Acceptance): AcceptanceDto {
  return { acceptance_id: id, user_name: userName, version, accepted: acceptedAt.toISOString() };
}
