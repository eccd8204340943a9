import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import type {
  DecidedChangesReplyDto,
  MatchedResourceDto,
  RemoteResourceDto,
  SynchronizationChangeDto,
  SynchronizationChangesReplyDto,
  SynchronizationDto,
  SynchronizationPreviewDto,
  SynchronizationStateDto,
  SynchronizedResourcesReplyDto,
} from '@gatehouse/dto';
import { ApiClient } from './api-client';

/** How far a service is in step with the real one. */
export type SynchronizationState = SynchronizationStateDto;
/** One synchronization of a service. */
export type SynchronizationJob = SynchronizationDto;
/** How a service and its registered resources differ in one place. */
export type SynchronizationChange = SynchronizationChangeDto;
/** A registered resource beside those of the real service. */
export type MatchedResource = MatchedResourceDto;
/** A resource that the real service alone has. */
export type RemoteResource = RemoteResourceDto;

/** What a first synchronization of a service would find. */
export type SynchronizationPreview = SynchronizationPreviewDto;
/** A service that does not exist yet, as it would be created. */
export type SynchronizationSource = Schema<'PreviewSynchronizationDto'>;

/** Which changes to read, or to decide about. */
export interface ChangeFilter {
  readonly kind?: string | undefined;
  readonly pattern?: string | undefined;
}

/** Changes that somebody decides about: those with the numbers, or all open ones that fit. */
interface ChangeDecision extends ChangeFilter {
  readonly decision: 'accept' | 'reject';
  readonly synchronization_id: number;
  readonly change_ids?: readonly number[] | undefined;
}

/** Which children to read: of a registered resource, or of one that the real service alone has; by default of the service. */
interface ChildrenQuery {
  readonly resource_id?: number | undefined;
  readonly remote_id?: number | undefined;
  readonly after?: number | undefined;
  readonly after_remote?: number | undefined;
  readonly limit?: number;
}

/** Credentials for the URL of a service: a user name and a password, or a token. */
export type SynchronizationCredentials = Schema<'SynchronizationCredentialsDto'>;

/** Milliseconds for previews, which read for 20 seconds and then wait for the request that is under way. */
const PREVIEW_LIMIT_MS = 90_000;
/** Milliseconds for decisions, which may create or delete thousands of resources. */
const DECISION_LIMIT_MS = 120_000;

/** Keeping services in step with the real ones. For administrators. Reference: service-synchronization#jobs */
@Injectable({ providedIn: 'root' })
export class SynchronizationApi {
  private readonly api = inject(ApiClient);

  async state(serviceName: string): Promise<SynchronizationState> {
    const path = { service_name: serviceName };
    const { synchronization } = await this.api.get('/services/{service_name}/synchronization', { path });
    return synchronization as SynchronizationState;
  }

  /** Reads a service that does not exist yet; 429 while others are read. */
  async preview(body: SynchronizationSource): Promise<SynchronizationPreview> {
    const request = { body, timeLimitMs: PREVIEW_LIMIT_MS };
    return (await this.api.post('/synchronization/preview', request)).preview as SynchronizationPreview;
  }

  /** Requests a synchronization; 409 while there is one. */
  async start(serviceName: string): Promise<SynchronizationJob> {
    const path = { service_name: serviceName };
    const { synchronization } = await this.api.post('/services/{service_name}/synchronizations', { path });
    return synchronization as SynchronizationJob;
  }

  /** Changes in their order, those that follow `after`. */
  async changes(
    serviceName: string,
    query: ChangeFilter & {
      readonly state?: string | undefined;
      readonly after?: number;
      readonly limit: number;
    },
  ): Promise<SynchronizationChangesReplyDto> {
    const path = { service_name: serviceName };
    const found = await this.api.get('/services/{service_name}/synchronization/changes', {
      path,
      query: query as never,
    });
    return found as SynchronizationChangesReplyDto;
  }

  /** Decides about open changes. `more` of the reply: the same request goes on with the rest. */
  async decide(serviceName: string, body: ChangeDecision): Promise<DecidedChangesReplyDto> {
    const path = { service_name: serviceName };
    return this.api.patch('/services/{service_name}/synchronization/changes', {
      path,
      body: body as never,
      timeLimitMs: DECISION_LIMIT_MS,
    });
  }

  /** A page of the children of a resource, registered ones beside those that the real service alone has. */
  async children(serviceName: string, query: ChildrenQuery): Promise<SynchronizedResourcesReplyDto> {
    const path = { service_name: serviceName };
    const found = await this.api.get('/services/{service_name}/synchronization/resources', {
      path,
      query: query as never,
    });
    return found as SynchronizedResourcesReplyDto;
  }

  async setCredentials(serviceName: string, body: SynchronizationCredentials): Promise<void> {
    const path = { service_name: serviceName };
    await this.api.put('/services/{service_name}/synchronization/credentials', { path, body });
  }

  async deleteCredentials(serviceName: string): Promise<void> {
    const path = { service_name: serviceName };
    await this.api.delete('/services/{service_name}/synchronization/credentials', {
      path,
      body: {},
    } as never);
  }
}
