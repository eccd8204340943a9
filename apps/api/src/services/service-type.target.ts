import { Injectable } from '@nestjs/common';
import type { ServiceType } from '@gatehouse/service-types';
import { findServiceType, requireServiceType } from '@gatehouse/directory';
import { PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import type { Problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';

/** `{service_type}` in paths: a name from a fixed list, case-sensitive. */
@Injectable()
@PathParameter({ name: 'service_type', errors: [] })
export class ServiceTypeTarget implements PathTargetResolver<PathTargets['service_type']> {
  /** The errors for malformed and for unknown names depend on the route. */
  syntax(): Problem | undefined {
    return undefined;
  }

  /**
   * The listing of services answers 400 for an unknown or malformed type; the routes below it answer 404 for an unknown
   * and 422 for a malformed one. Reference: http#service-routes.
   */
  async find(value: string, { route }: RequestScope): Promise<ServiceType> {
    return route?.template.endsWith('{service_type}') ? requireServiceType(value) : findServiceType(value);
  }
}
