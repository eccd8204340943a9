import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import type {
  AnnouncedNamesDto,
  ChildResourceDto,
  ResourceDto,
  ResourceSummaryDto,
  ServiceDetailDto,
  ServiceDto,
  ServicesReplyDto,
  UnregisteredNamesDto,
} from '@gatehouse/dto';
import { ApiClient } from './api-client';

/** Services by type, then by name; a type without services may be a key too. Reference: http#service-routes */
export type ServicesByType = Exclude<ServicesReplyDto['services'], readonly ServiceDto[]>;

/** A new service. */
export type NewService = Schema<'CreateServiceDto'>;

/** What is to be changed of a service. */
export type ServiceChange = Schema<'UpdateServiceDto'>;

/** A new resource below another one, or below the service. */
export interface NewResource {
  readonly name: string;
  readonly type: string;
  readonly parentId: number;
}

/** The most children that one request returns. */
const CHILDREN = 10_000;

/** The protected services of the deployment, and their resources. For administrators. */
@Injectable({ providedIn: 'root' })
export class ServicesApi {
  private readonly api = inject(ApiClient);

  async byType(): Promise<ServicesByType> {
    // A list is returned only on request.
    return (await this.api.get('/services')).services as ServicesByType;
  }

  /** The names of all service types, sorted. */
  async types(): Promise<readonly string[]> {
    return (await this.api.get('/services/types')).service_types;
  }

  async detail(serviceName: string): Promise<ServiceDetailDto> {
    const path = { service_name: serviceName };
    return (await this.api.get('/services/{service_name}', { path })).service as ServiceDetailDto;
  }

  async create(service: NewService): Promise<void> {
    await this.api.post('/services', { body: service });
  }

  async update(serviceName: string, change: ServiceChange, ifMatch?: number): Promise<void> {
    const path = { service_name: serviceName };
    await this.api.patch('/services/{service_name}', { path, body: change, ifMatch });
  }

  async delete(serviceName: string): Promise<void> {
    await this.api.delete('/services/{service_name}', { path: { service_name: serviceName }, body: {} });
  }

  /** All children of a resource. */
  async children(resourceId: number): Promise<readonly ChildResourceDto[]> {
    const all: ChildResourceDto[] = [];
    for (let after: number | undefined; ; after = all.at(-1)?.resource_id) {
      const children = await this.childrenPage(resourceId, CHILDREN, after);
      all.push(...children);
      if (children.length < CHILDREN) return all;
    }
  }

  /** At most `limit` children of a resource, those that follow `after`. */
  async childrenPage(
    resourceId: number,
    limit: number,
    after?: number,
  ): Promise<readonly ChildResourceDto[]> {
    const path = { resource_id: resourceId };
    const query = { limit, after };
    const { children } = await this.api.get('/resources/{resource_id}/children', { path, query });
    return children as readonly ChildResourceDto[];
  }

  /** A resource with everything below it. */
  async branch(resourceId: number): Promise<ResourceDto | undefined> {
    const reply = await this.api.get('/resources/{resource_id}', { path: { resource_id: resourceId } });
    return reply.resource as ResourceDto | undefined;
  }

  async addResource(serviceName: string, { name, type, parentId }: NewResource): Promise<ResourceSummaryDto> {
    const reply = await this.api.post('/services/{service_name}/resources', {
      path: { service_name: serviceName },
      body: {
        resource_name: name,
        resource_type: type as Schema<'CreateServiceResourceDto'>['resource_type'],
        parent_id: parentId,
      },
    });
    return reply.resource as ResourceSummaryDto;
  }

  /** For whom names of layers that are not registered are refused, beginning after `offset` of them. */
  async unregisteredNames(serviceName: string, offset: number): Promise<UnregisteredNamesDto> {
    const path = { service_name: serviceName };
    return this.api.get('/services/{service_name}/unregistered_names', { path, query: { offset } });
  }

  /** The names of layers that the server of a service announces. */
  async announcedNames(serviceName: string): Promise<AnnouncedNamesDto> {
    return this.api.get('/services/{service_name}/announced_names', { path: { service_name: serviceName } });
  }

  async deleteResource(resourceId: number): Promise<void> {
    await this.api.delete('/resources/{resource_id}', { path: { resource_id: resourceId }, body: {} });
  }
}
