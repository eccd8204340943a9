import { Inject, Injectable } from '@nestjs/common';
import { Changes } from '@gatehouse/audit';
import { INDEX } from '@gatehouse/names';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { type Problem, notFoundParam, problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';

/** The largest exact integer of JavaScript. */
const MAX_DIGITS = 15;

/** `{revision}` in paths. */
@Injectable()
@PathParameter({ name: 'revision', errors: ['revision_invalid', 'revision_not_found'] })
export class RevisionTarget implements PathTargetResolver<PathTargets['revision']> {
  constructor(@Inject(Changes) private readonly changes: Changes) {}

  syntax(value: string): Problem | undefined {
    if (INDEX.test(value)) return undefined;
    return problem(
      'revision_invalid',
      {},
      { param: { name: 'revision', value, compare: INDEX.source, conditions: { matches: false } } },
    );
  }

  async find(value: string): Promise<number> {
    const revision = Number(value);
    if (value.length <= MAX_DIGITS && (await this.changes.has(revision))) return revision;
    throw problem('revision_not_found', {}, notFoundParam('revision', value.slice(0, 200)));
  }
}
