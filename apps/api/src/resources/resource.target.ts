import { Injectable } from '@nestjs/common';
import { INDEX } from '@gatehouse/names';
import {
  PathParameter,
  type PathTargetResolver,
  type Problem,
  type RequestScope,
  badRequest,
  forbidden,
  listText,
  notFound,
} from '@gatehouse/http';
import { ServiceViews } from '../services/service-views';
import type { ProtectedService } from '../services/services.service';
import { toResourceSummary } from './resource.mapper';
import { type LocatedResource, ResourcesService } from './resources.service';

/** `{resource_id}` in paths; below `{service_name}` it has to be a resource of that service. */
@Injectable()
@PathParameter('resource_id')
export class ResourceTarget implements PathTargetResolver<LocatedResource> {
  constructor(
    private readonly resources: ResourcesService,
    private readonly views: ServiceViews,
  ) {}

  syntax(value: string): Problem | undefined {
    if (INDEX.test(value)) return undefined;
    return badRequest('This is not the identifier of a resource.', {
      param: {
        name: 'resource_id',
        value,
        compare: INDEX.source,
        conditions: { not_empty: value !== '', matches: false },
      },
    });
  }

  async find(value: string, { targets }: RequestScope): Promise<LocatedResource> {
    const resource = await this.resources.byId(Number(value));
    const service = targets.get('service_name') as ProtectedService | undefined;
    if (service && service.id !== resource.service.id) throw this.foreign(service, resource);
    return resource;
  }

  /** `below_service`: not a service, which is deleted and changed as such. */
  refusal({ name, type }: LocatedResource): Problem | undefined {
    if (type !== 'service') return undefined;
    return forbidden('This is the service itself.', {
      param: { name: 'resource_type', value: type, compare: 'service', conditions: { not_equal: false } },
      extras: { resource_name: name },
    });
  }

  private foreign(service: ProtectedService, resource: LocatedResource): Problem {
    return notFound('The resource does not belong to the service.', {
      param: {
        name: 'service_name',
        value: service.id,
        compare: listText([resource.service.id]),
        conditions: { is_in: false },
      },
      extras: { service: this.views.basic(service), resource: toResourceSummary(resource) },
    });
  }
}
