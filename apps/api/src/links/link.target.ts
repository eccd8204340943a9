import { Inject, Injectable } from '@nestjs/common';
import { type OneTimeLink, OneTimeLinks, parseToken } from '@gatehouse/directory';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { type Problem, problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';

/** `{token}` in paths: the token of a one-time link. Errors do not repeat it. */
@Injectable()
@PathParameter({ name: 'token', errors: ['link_token_invalid', 'link_not_found', 'link_expired'] })
export class LinkTarget implements PathTargetResolver<PathTargets['token']> {
  constructor(@Inject(OneTimeLinks) private readonly links: OneTimeLinks) {}

  syntax(value: string): Problem | undefined {
    return parseToken(value) === undefined ? problem('link_token_invalid') : undefined;
  }

  find(value: string): Promise<OneTimeLink> {
    return this.links.find(value);
  }
}
