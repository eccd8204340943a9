import { Inject, Injectable } from '@nestjs/common';
import { INDEX } from '@gatehouse/names';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { type Problem, notFoundParam, problem } from '@gatehouse/problems';
import { type StoredWebhook, Webhooks } from '@gatehouse/webhooks';
import type { PathTargets } from '../targets/path-targets';

const MAX_ID = 2_147_483_647;

/** `{webhook_id}` in paths. */
@Injectable()
@PathParameter({
  name: 'webhook_id',
  errors: ['webhook_id_invalid', 'webhook_not_found'],
  protections: { editable: ['webhook_defined_in_file'] },
})
export class WebhookTarget implements PathTargetResolver<PathTargets['webhook_id']> {
  constructor(@Inject(Webhooks) private readonly webhooks: Webhooks) {}

  syntax(value: string): Problem | undefined {
    if (INDEX.test(value)) return undefined;
    return problem(
      'webhook_id_invalid',
      {},
      { param: { name: 'webhook_id', value, compare: 'Type[int]', conditions: { is_type: false } } },
    );
  }

  async find(value: string): Promise<StoredWebhook> {
    const id = Number(value);
    if (id > MAX_ID) throw problem('webhook_not_found', {}, notFoundParam('webhook_id', value.slice(0, 200)));
    return this.webhooks.byId(id);
  }

  /** `editable`: not defined in the configuration file. */
  refusal({ fileKey }: StoredWebhook): Problem | undefined {
    return fileKey === null ? undefined : problem('webhook_defined_in_file');
  }
}
