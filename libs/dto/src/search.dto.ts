import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AuditEntryDto } from './audit.dto';
import { Text } from './text-field';
import { SEARCH_KIND } from './vocabulary';
import { Whole } from './whole-field';

/** What to search for. Reference: console-api#search. */
export class SearchQuery {
  @Text({
    about:
      'Part of a name, display name or email address, ignoring case; an identifier; or a path, whose names are separated by `/`.',
    malformed: 422,
    maxLength: 500,
    example: 'delta',
  })
  q!: string;

  @Text({
    about: 'Kinds of objects to find, separated by commas; all by default.',
    optional: true,
    malformed: 422,
    pattern: {
      name: 'SEARCH_KINDS',
      source: '^(?:user|group|service|resource)(?:,(?:user|group|service|resource)){0,3}$',
      test: (text) => /^(?:user|group|service|resource)(?:,(?:user|group|service|resource)){0,3}$/.test(text),
    },
    example: 'user,group',
  })
  kinds?: string;

  @Text({
    about:
      'Of services and resources, only this service and its resources. Users and groups are not affected.',
    optional: true,
    malformed: 422,
    maxLength: 256,
    example: 'rivers',
  })
  service_name?: string;

  @Whole({
    about: 'Maximum number of results of each kind; 10 by default.',
    optional: true,
    min: 1,
    max: 100,
    example: 10,
  })
  limit?: number;
}

/** A user, group, service or resource that was found. */
export class SearchResultDto {
  @ApiProperty({ description: 'Kind of the object.', ...SEARCH_KIND, example: 'resource' })
  kind!: string;

  @ApiProperty({
    description: 'Identifier of the user, group, service or resource.',
    example: 31,
    type: 'integer',
  })
  id!: number;

  @ApiProperty({ description: 'Name.', example: 'delta' })
  name!: string;

  @ApiPropertyOptional({
    description: 'Display name of a resource, if it has another one than its name.',
    example: 'Delta',
  })
  display_name?: string;

  @ApiPropertyOptional({
    description: 'Names from the service down to the resource, joined by `/`; of services and resources.',
    example: 'rivers/delta',
  })
  path?: string;

  @ApiPropertyOptional({ description: 'Email address of a user.', example: 'bob@example.org' })
  email?: string;

  @ApiPropertyOptional({ description: 'Name of the service of a service or resource.', example: 'rivers' })
  service_name?: string;
}

/** Reference: console-api#search. */
export class SearchReplyDto {
  @ApiProperty({
    description: 'The best matches of each kind: users, groups, services, then resources.',
    type: [SearchResultDto],
  })
  results!: readonly SearchResultDto[];

  @ApiProperty({
    description:
      'Whether there can be more results: a kind has more matches than `limit`, or the search of it timed out.',
    example: false,
  })
  truncated!: boolean;
}

/** A large deletion, whose rows a job removes. Reference: data#large-deletions. */
export class DeletionProgressDto {
  @ApiProperty({
    description:
      'What was deleted, by whom and when, as in the audit log; `removal` has the rows that were removed.',
    type: AuditEntryDto,
  })
  entry!: AuditEntryDto;

  @ApiProperty({
    description:
      'How many rows are left, which decide nothing, tokens of sessions included; 10,000 if there are more.',
    example: 10000,
    type: 'integer',
  })
  rows_left!: number;

  @ApiProperty({ description: 'Whether there are more.', example: true })
  has_more!: boolean;
}

/** What needs attention of the synchronization of a service. */
export class SynchronizationAttentionDto {
  @ApiProperty({ description: 'Name of the service.', example: 'archive' })
  service_name!: string;

  @ApiProperty({
    description: 'Whether it was not read for longer than `SVC_SYNC_MAX_AGE`, or never.',
    example: false,
  })
  out_of_sync!: boolean;

  @ApiProperty({ description: 'Whether its newest synchronization has failed.', example: false })
  failed!: boolean;

  @ApiProperty({ description: 'Whether changes wait for a decision.', example: true })
  suggestions!: boolean;
}

/** Number of objects, and what needs attention. Reference: console-api#overview. */
export class OverviewDto {
  @ApiProperty({ description: 'The newest revision.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty({ description: 'Number of users.', example: 240, type: 'integer' })
  users!: number;

  @ApiProperty({ description: 'Number of groups.', example: 12, type: 'integer' })
  groups!: number;

  @ApiProperty({ description: 'Number of services.', example: 5, type: 'integer' })
  services!: number;

  @ApiProperty({ description: 'Number of resources below services.', example: 100000, type: 'integer' })
  resources!: number;

  @ApiProperty({ description: 'Number of permission assignments.', example: 530, type: 'integer' })
  permissions!: number;

  @ApiProperty({ description: 'Number of live sessions.', example: 17, type: 'integer' })
  sessions!: number;

  @ApiProperty({ description: 'Number of pending registrations.', example: 2, type: 'integer' })
  pending_registrations!: number;

  @ApiProperty({
    description: 'Number of pending registrations that wait for the approval of an administrator.',
    example: 1,
    type: 'integer',
  })
  registrations_to_approve!: number;

  @ApiProperty({
    description: 'Number of accounts with the status `WebhookError`.',
    example: 0,
    type: 'integer',
  })
  users_with_webhook_error!: number;

  @ApiProperty({ description: 'Number of suspended webhooks.', example: 0, type: 'integer' })
  suspended_webhooks!: number;

  @ApiProperty({ description: 'Number of mails and webhook calls that failed.', example: 0, type: 'integer' })
  failed_notifications!: number;

  @ApiProperty({
    description:
      'Number of other instances whose last check found a problem. Of use only if network mode is enabled.',
    example: 0,
    type: 'integer',
  })
  nodes_with_problem!: number;

  @ApiProperty({ description: 'Number of services that are out of sync.', example: 0, type: 'integer' })
  services_out_of_sync!: number;

  @ApiProperty({
    description: 'Number of services whose newest synchronization has failed.',
    example: 0,
    type: 'integer',
  })
  services_with_failed_synchronization!: number;

  @ApiProperty({
    description: 'Number of services with changes that wait for a decision.',
    example: 1,
    type: 'integer',
  })
  services_with_suggestions!: number;

  @ApiProperty({
    description: 'Those services, by name; at most 20.',
    type: [SynchronizationAttentionDto],
  })
  synchronization_attention!: SynchronizationAttentionDto[];

  @ApiProperty({
    description: 'Size of the audit log in the database, with its indexes, in bytes.',
    example: 734003200,
    type: 'integer',
  })
  log_bytes!: number;

  @ApiProperty({
    description: 'By how much the audit log has grown in the last 30 days, in bytes; an estimate.',
    example: 62914560,
    type: 'integer',
  })
  log_growth_bytes!: number;

  @ApiProperty({
    description: 'Large deletions that go on, the oldest first; at most 10.',
    type: [DeletionProgressDto],
  })
  deletions!: DeletionProgressDto[];
}
