import { Injectable } from '@nestjs/common';
import type { ServiceType } from '@gatehouse/service-types';
import { PathParameter, type PathTargetResolver, type Problem, type RequestScope } from '@gatehouse/http';
import { ServiceRules } from './service.rules';

/** `{service_type}` in paths, one of a fixed list of names, in their exact spelling. */
@Injectable()
@PathParameter('service_type')
export class ServiceTypeTarget implements PathTargetResolver<ServiceType> {
  constructor(private readonly rules: ServiceRules) {}

  /** A name that is malformed is none of the list. */
  syntax(): Problem | undefined {
    return undefined;
  }

  /** The listing of services answers 400 for an unknown type, what is below it 404. Spec: http-api 12.2. */
  async find(value: string, { route }: RequestScope): Promise<ServiceType> {
    return route?.template.endsWith('{service_type}')
      ? this.rules.usableType(value)
      : this.rules.existingType(value);
  }
}
