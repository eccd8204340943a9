import { Inject, Injectable } from '@nestjs/common';
import { PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import { ApiTokenStore, type ListedApiToken } from '@gatehouse/identity';
import { UUID } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import { type PathTargets, targetIn } from '../targets/path-targets';
import { tokenNotFound } from '../sessions/api-token-rules';

/** `{token_id}` in paths: an API token of the user that the path names. Reference: sessions#api-tokens. */
@Injectable()
@PathParameter({ name: 'token_id', errors: ['token_id_invalid', 'token_not_found'] })
export class ApiTokenTarget implements PathTargetResolver<PathTargets['token_id']> {
  constructor(@Inject(ApiTokenStore) private readonly tokens: ApiTokenStore) {}

  syntax(value: string): Problem | undefined {
    if (UUID.test(value)) return undefined;
    return problem(
      'token_id_invalid',
      {},
      { param: { name: 'token_id', value, compare: UUID.source, conditions: { matches: false } } },
    );
  }

  async find(value: string, scope: RequestScope): Promise<ListedApiToken> {
    const token = await this.tokens.one(targetIn(scope, 'user_name').id, value);
    if (!token) throw tokenNotFound(value);
    return token;
  }
}
