import { Inject, Injectable } from '@nestjs/common';
import { PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import { type Problem, problem } from '@gatehouse/problems';
import { type StoredDelivery, Webhooks } from '@gatehouse/webhooks';
import { type PathTargets, targetIn } from '../targets/path-targets';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** `{delivery_id}` in paths: a delivery of the webhook before it. */
@Injectable()
@PathParameter({
  name: 'delivery_id',
  errors: ['webhook_delivery_id_invalid', 'webhook_delivery_not_found'],
})
export class DeliveryTarget implements PathTargetResolver<PathTargets['delivery_id']> {
  constructor(@Inject(Webhooks) private readonly webhooks: Webhooks) {}

  syntax(value: string): Problem | undefined {
    if (UUID.test(value)) return undefined;
    return problem(
      'webhook_delivery_id_invalid',
      {},
      { param: { name: 'delivery_id', value, compare: UUID.source, conditions: { matches: false } } },
    );
  }

  find(value: string, scope: RequestScope): Promise<StoredDelivery> {
    return this.webhooks.delivery(targetIn(scope, 'webhook_id'), value);
  }
}
