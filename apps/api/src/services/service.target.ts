import { Injectable } from '@nestjs/common';
import { SCOPE } from '@gatehouse/names';
import { PathParameter, type PathTargetResolver, type Problem, unprocessable } from '@gatehouse/http';
import type { ProtectedService } from './services.service';
import { ServicesService } from './services.service';

/** `{service_name}` in paths; names are case-sensitive. */
@Injectable()
@PathParameter('service_name')
export class ServiceTarget implements PathTargetResolver<ProtectedService> {
  constructor(private readonly services: ServicesService) {}

  syntax(value: string): Problem | undefined {
    if (SCOPE.test(value)) return undefined;
    return unprocessable('This is not the name of a service.', {
      param: {
        name: 'service_name',
        value,
        compare: SCOPE.source,
        conditions: { not_empty: value !== '', matches: false },
      },
    });
  }

  find(value: string): Promise<ProtectedService> {
    return this.services.byName(value);
  }
}
