import { Injectable } from '@nestjs/common';
import { PARAM } from '@gatehouse/names';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { type Problem, problem } from '@gatehouse/problems';
import type { RegisteredProvider } from '@gatehouse/sign-in';
import type { PathTargets } from '../targets/path-targets';
import { ProvidersService } from './providers.service';

/** `{provider_name}` in paths; names are compared ignoring case. */
@Injectable()
@PathParameter({ name: 'provider_name', errors: ['provider_name_invalid', 'provider_not_found'] })
export class ProviderTarget implements PathTargetResolver<PathTargets['provider_name']> {
  constructor(private readonly providers: ProvidersService) {}

  syntax(value: string): Problem | undefined {
    if (PARAM.test(value)) return undefined;
    return problem(
      'provider_name_invalid',
      {},
      {
        param: { name: 'provider_name', value, compare: PARAM.source, conditions: { matches: false } },
      },
    );
  }

  find(value: string): Promise<RegisteredProvider | 'internal' | 'network'> {
    return this.providers.findForTokens(value);
  }
}
