import { Body, Controller, Delete, Get, Inject, Patch, Post, Put, Query } from '@nestjs/common';
import type { ProtectedService } from '@gatehouse/directory';
import {
  DecideSynchronizationChangesDto,
  DecidedChangesReplyDto,
  SynchronizationChangesQuery,
  SynchronizationChangesReplyDto,
  SynchronizationCredentialsDto,
  SynchronizationReplyDto,
  SynchronizationStateReplyDto,
  SynchronizationsQuery,
  SynchronizationsReplyDto,
  SynchronizedResourcesQuery,
  SynchronizedResourcesReplyDto,
} from '@gatehouse/dto';
import { Endpoint, FromCaller, FromLocale, type SignedInCaller, withStatus } from '@gatehouse/http';
import type { Locale } from '@gatehouse/problems';
import { type StoredJob, Synchronization } from '@gatehouse/sync';
import { Target } from '../targets/path-targets';
import { changeIds, credentialsIn } from './synchronization-bodies';
import {
  toChange,
  toDecided,
  toMatched,
  toRemote,
  toState,
  toSynchronization,
} from './synchronization.mapper';

const PAGE = 100;

/** Keeping services in step with the real ones. Reference: service-synchronization#jobs. */
@Controller('services/:service_name')
export class SynchronizationController {
  constructor(@Inject(Synchronization) private readonly synchronization: Synchronization) {}

  @Endpoint(Get('synchronization'), {
    name: 'get_service_synchronization',
    summary: 'Read how far a service is in step with the real one',
    access: 'administrator',
    growth: { boundedBy: 'the state of one service' },
    success: { status: 200, detail: 'Synchronization found.', body: SynchronizationStateReplyDto },
  })
  async state(
    @Target('service_name') service: ProtectedService,
    @FromLocale() locale: Locale,
  ): Promise<SynchronizationStateReplyDto> {
    return { synchronization: toState(service, await this.synchronization.state(service), locale) };
  }

  @Endpoint(Post('synchronizations'), {
    name: 'create_synchronization',
    summary: 'Synchronize a service: read its resources, and compare them with the registered ones',
    access: 'administrator',
    growth: { boundedBy: 'one synchronization' },
    success: { status: 202, detail: 'Synchronization requested.', body: SynchronizationReplyDto },
    errors: ['synchronization_not_supported', 'synchronization_under_way'],
  })
  async start(
    @Target('service_name') service: ProtectedService,
    @FromCaller() caller: SignedInCaller,
    @FromLocale() locale: Locale,
  ): Promise<SynchronizationReplyDto> {
    const job = await this.synchronization.request(service, caller.userName);
    return { synchronization: toSynchronization(job, locale) };
  }

  @Endpoint(Get('synchronizations'), {
    name: 'list_synchronizations',
    summary: 'List the synchronizations of a service',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Synchronizations listed.', body: SynchronizationsReplyDto },
  })
  async list(
    @Target('service_name') service: ProtectedService,
    @Query() { before, limit = PAGE }: SynchronizationsQuery,
    @FromLocale() locale: Locale,
  ): Promise<SynchronizationsReplyDto> {
    const jobs = await this.synchronization.list(service, before, limit);
    return { synchronizations: jobs.map((job) => toSynchronization(job, locale)) };
  }

  @Endpoint(Get('synchronizations/:synchronization_id'), {
    name: 'get_synchronization',
    summary: 'Read a synchronization of a service: its progress, and its result or the reason of its failure',
    access: 'administrator',
    growth: { boundedBy: 'one synchronization' },
    success: { status: 200, detail: 'Synchronization found.', body: SynchronizationReplyDto },
  })
  get(@Target('synchronization_id') job: StoredJob, @FromLocale() locale: Locale): SynchronizationReplyDto {
    return { synchronization: toSynchronization(job, locale) };
  }

  @Endpoint(Get('synchronization/changes'), {
    name: 'list_synchronization_changes',
    summary: 'List how a service and its registered resources differ, as it was last read',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Changes listed.', body: SynchronizationChangesReplyDto },
  })
  async changes(
    @Target('service_name') service: ProtectedService,
    @Query() { limit = PAGE, ...filter }: SynchronizationChangesQuery,
  ): Promise<SynchronizationChangesReplyDto> {
    const { synchronizationId, changes } = await this.synchronization.changes(service, { ...filter, limit });
    return { synchronization_id: synchronizationId, changes: changes.map(toChange) };
  }

  @Endpoint(Patch('synchronization/changes'), {
    name: 'decide_synchronization_changes',
    summary:
      'Accept or reject changes: register, remove, rename or retitle resources as the service has them',
    access: 'administrator',
    growth: { boundedBy: 'the changes that one request decides about' },
    success: { status: 200, detail: 'Changes decided.', body: DecidedChangesReplyDto },
    errors: ['synchronization_superseded', ...withStatus(422, 'value_invalid')],
  })
  async decide(
    @Target('service_name') service: ProtectedService,
    @Body() body: DecideSynchronizationChangesDto,
    @FromCaller() caller: SignedInCaller,
  ): Promise<DecidedChangesReplyDto> {
    const { decision, synchronization_id: seen, kind, pattern } = body;
    const filter = { seen, ids: changeIds(body.change_ids), kind, pattern };
    const kindOfDecision = decision === 'accept' ? 'accept' : 'reject';
    return toDecided(await this.synchronization.decide(service, kindOfDecision, filter, caller.userName));
  }

  @Endpoint(Get('synchronization/resources'), {
    name: 'list_synchronized_resources',
    summary: 'List the children of a resource, registered ones beside those that the service alone has',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Resources listed.', body: SynchronizedResourcesReplyDto },
    errors: ['parent_resource_not_found', 'parent_resource_not_in_service'],
  })
  async resources(
    @Target('service_name') service: ProtectedService,
    @Query() query: SynchronizedResourcesQuery,
  ): Promise<SynchronizedResourcesReplyDto> {
    const { resource_id, remote_id, after, after_remote, limit = PAGE } = query;
    const page = { resourceId: resource_id, remoteId: remote_id, after, afterRemote: after_remote, limit };
    const { registered, remoteOnly } = await this.synchronization.children(service, page);
    return { resources: registered.map(toMatched), remote_only: remoteOnly.map(toRemote) };
  }

  @Endpoint(Put('synchronization/credentials'), {
    name: 'set_synchronization_credentials',
    summary: 'Set the credentials with which a service is read; they are never shown',
    access: 'administrator',
    success: { status: 200, detail: 'Credentials set.' },
    errors: ['synchronization_credentials_invalid'],
  })
  async setCredentials(
    @Target('service_name') service: ProtectedService,
    @Body() body: SynchronizationCredentialsDto,
  ): Promise<void> {
    await this.synchronization.setCredentials(service, credentialsIn(body));
  }

  @Endpoint(Delete('synchronization/credentials'), {
    name: 'delete_synchronization_credentials',
    summary: 'Delete the credentials with which a service is read',
    access: 'administrator',
    success: { status: 200, detail: 'Credentials deleted.' },
  })
  async deleteCredentials(@Target('service_name') service: ProtectedService): Promise<void> {
    await this.synchronization.credentials.remove(service);
  }
}
