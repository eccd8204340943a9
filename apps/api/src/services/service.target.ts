import { Injectable } from '@nestjs/common';
import { type ProtectedService, Services, serviceNotFound } from '@gatehouse/directory';
import { PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import { SCOPE } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';
import { InMemoryState } from '../snapshot/in-memory-state';
import { VisibleResources } from '../snapshot/visible-resources';

/** `{service_name}` in paths; names are case-sensitive. */
@Injectable()
@PathParameter({
  name: 'service_name',
  errors: ['service_name_invalid', 'service_not_found'],
  protections: { visible: ['service_not_found'] },
})
export class ServiceTarget implements PathTargetResolver<PathTargets['service_name']> {
  constructor(
    private readonly services: Services,
    private readonly state: InMemoryState,
    private readonly visible: VisibleResources,
  ) {}

  syntax(value: string): Problem | undefined {
    if (SCOPE.test(value)) return undefined;
    return problem(
      'service_name_invalid',
      {},
      {
        param: {
          name: 'service_name',
          value,
          compare: SCOPE.source,
          conditions: { not_empty: value !== '', matches: false },
        },
      },
    );
  }

  find(value: string, scope: RequestScope): ProtectedService | Promise<ProtectedService> {
    return this.state.read(
      scope,
      (records) => records.serviceByName(value),
      () => this.services.byName(value),
    );
  }

  /** `visible`: to the user in the path, or the caller is an administrator. */
  refusal(
    { id, name }: ProtectedService,
    _rule: string,
    scope: RequestScope,
  ): Problem | undefined | Promise<Problem | undefined> {
    return this.visible.refusal(id, scope, () => serviceNotFound(name));
  }
}
