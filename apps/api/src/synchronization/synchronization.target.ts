import { Inject, Injectable } from '@nestjs/common';
import { PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import { INDEX } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import { type StoredJob, Synchronization } from '@gatehouse/sync';
import { type PathTargets, targetIn } from '../targets/path-targets';

/** `{synchronization_id}` in paths: a synchronization of the service before it. */
@Injectable()
@PathParameter({
  name: 'synchronization_id',
  errors: ['synchronization_id_invalid', 'synchronization_not_found'],
})
export class SynchronizationTarget implements PathTargetResolver<PathTargets['synchronization_id']> {
  constructor(@Inject(Synchronization) private readonly synchronization: Synchronization) {}

  syntax(value: string): Problem | undefined {
    if (INDEX.test(value)) return undefined;
    return problem(
      'synchronization_id_invalid',
      {},
      { param: { name: 'synchronization_id', value, compare: INDEX.source, conditions: { matches: false } } },
    );
  }

  find(value: string, scope: RequestScope): Promise<StoredJob> {
    return this.synchronization.job(targetIn(scope, 'service_name'), Number(value));
  }
}
