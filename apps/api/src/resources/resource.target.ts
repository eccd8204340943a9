import { Injectable } from '@nestjs/common';
import { INDEX } from '@gatehouse/names';
import {
  type LocatedResource,
  type ProtectedService,
  Resources,
  resourceNotFound,
} from '@gatehouse/directory';
import { PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import { type Problem, listText, problem } from '@gatehouse/problems';
import { type PathTargets, targetIn } from '../targets/path-targets';
import { InMemoryState } from '../snapshot/in-memory-state';
import { VisibleResources } from '../snapshot/visible-resources';
import { ServiceViews } from '../services/service-views';
import { toResourceSummary } from './resource.mapper';

/** `{resource_id}` in paths; after `{service_name}` it must be a resource of that service. */
@Injectable()
@PathParameter({
  name: 'resource_id',
  errors: ['resource_id_invalid', 'resource_not_found'],
  protections: { below_service: ['resource_is_service'], visible: ['resource_not_found'] },
})
export class ResourceTarget implements PathTargetResolver<PathTargets['resource_id']> {
  constructor(
    private readonly resources: Resources,
    private readonly state: InMemoryState,
    private readonly views: ServiceViews,
    private readonly visible: VisibleResources,
  ) {}

  syntax(value: string): Problem | undefined {
    if (INDEX.test(value)) return undefined;
    return problem(
      'resource_id_invalid',
      {},
      {
        param: {
          name: 'resource_id',
          value,
          compare: INDEX.source,
          conditions: { not_empty: value !== '', matches: false },
        },
      },
    );
  }

  find(value: string, scope: RequestScope): LocatedResource | Promise<LocatedResource> {
    const id = Number(value);
    const found = this.state.read(
      scope,
      (records) => records.resource(id),
      () => this.resources.byId(id),
    );
    return found instanceof Promise
      ? found.then((resource) => this.ofService(resource, scope))
      : this.ofService(found, scope);
  }

  private ofService(resource: LocatedResource, scope: RequestScope): LocatedResource {
    const service = scope.targets.has('service_name') ? targetIn(scope, 'service_name') : undefined;
    if (service && service.id !== resource.service.id) throw this.foreign(service, resource);
    return resource;
  }

  /**
   * `below_service`: not a service; services have separate operations. `visible`: to the user in the path, or the caller is
   * an administrator.
   */
  refusal(
    resource: LocatedResource,
    rule: string,
    scope: RequestScope,
  ): Problem | undefined | Promise<Problem | undefined> {
    if (rule === 'below_service') return this.isServiceError(resource);
    const unseen = () => resourceNotFound(resource.id);
    return this.visible.refusal(resource.id, scope, unseen);
  }

  private isServiceError({ name, type }: LocatedResource): Problem | undefined {
    if (type !== 'service') return undefined;
    return problem(
      'resource_is_service',
      {},
      {
        param: { name: 'resource_type', value: type, compare: 'service', conditions: { not_equal: false } },
        extras: { resource_name: name },
      },
    );
  }

  private foreign(service: ProtectedService, resource: LocatedResource): Problem {
    return problem(
      'resource_not_in_service',
      {},
      {
        param: {
          name: 'service_name',
          value: service.id,
          compare: listText([resource.service.id]),
          conditions: { is_in: false },
        },
        extras: { service: this.views.basic(service), resource: toResourceSummary(resource) },
      },
    );
  }
}
