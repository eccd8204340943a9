import { Injectable } from '@nestjs/common';
import type { ServiceType } from '@gatehouse/service-types';
import { PathParameter, type PathTargetResolver, type Problem, type RequestScope } from '@gatehouse/http';
import { ServiceRules } from './service.rules';

/** `{service_type}` in paths, one of a fixed list of names, in their exact spelling. */
@Injectable()
@PathParameter('service_type')
export class ServiceTypeTarget implements PathTargetResolver<ServiceType> {
  constructor(private readonly rules: ServiceRules) {}

  /** What a malformed name is answered with depends on the route, as does the answer to an unknown one. */
  syntax(): Problem | undefined {
    return undefined;
  }

  /**
   * The listing of services answers 400 for an unknown or malformed type; what is below it 404 for an unknown and 422
   * for a malformed one. Spec: interface (Services), http-api 12.2.
   */
  async find(value: string, { route }: RequestScope): Promise<ServiceType> {
    return route?.template.endsWith('{service_type}')
      ? this.rules.usableType(value)
      : this.rules.existingType(value);
  }
}
