import { Inject, Injectable } from '@nestjs/common';
import type { ExternalIdentity } from '@gatehouse/database';
import { INDEX } from '@gatehouse/names';
import { PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import { type Problem, notFoundParam, problem } from '@gatehouse/problems';
import { ExternalAccounts } from '@gatehouse/sign-in';
import { type PathTargets, targetIn } from '../targets/path-targets';

/** `{identity_id}` in paths: an identity of the user that the path names. Reference: identity-providers#identities. */
@Injectable()
@PathParameter({
  name: 'identity_id',
  errors: ['external_identity_id_invalid', 'external_identity_not_found'],
})
export class IdentityTarget implements PathTargetResolver<PathTargets['identity_id']> {
  constructor(@Inject(ExternalAccounts) private readonly accounts: ExternalAccounts) {}

  syntax(value: string): Problem | undefined {
    if (INDEX.test(value)) return undefined;
    return problem(
      'external_identity_id_invalid',
      {},
      { param: { name: 'identity_id', value, compare: 'Type[int]', conditions: { is_type: false } } },
    );
  }

  async find(value: string, scope: RequestScope): Promise<ExternalIdentity> {
    const identities = await this.accounts.identitiesOf(targetIn(scope, 'user_name'));
    const found = identities.find(({ id }) => id === Number(value));
    if (!found)
      throw problem('external_identity_not_found', {}, notFoundParam('identity_id', value.slice(0, 200)));
    return found;
  }
}
