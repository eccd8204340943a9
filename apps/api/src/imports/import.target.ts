import { Inject, Injectable } from '@nestjs/common';
import type { ImportRow } from '@gatehouse/database';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { StoredImports } from '@gatehouse/import';
import { INDEX } from '@gatehouse/names';
import { type Problem, notFoundParam, problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';

const MAX_ID = 2 ** 31 - 1;

/** `{import_id}` in paths. */
@Injectable()
@PathParameter({ name: 'import_id', errors: ['import_id_invalid', 'import_not_found'] })
export class ImportTarget implements PathTargetResolver<PathTargets['import_id']> {
  constructor(@Inject(StoredImports) private readonly imports: StoredImports) {}

  syntax(value: string): Problem | undefined {
    if (INDEX.test(value)) return undefined;
    return problem(
      'import_id_invalid',
      {},
      { param: { name: 'import_id', value, compare: INDEX.source, conditions: { matches: false } } },
    );
  }

  async find(value: string): Promise<ImportRow> {
    const id = Number(value);
    const row = id <= MAX_ID ? await this.imports.find(id) : null;
    if (!row) throw problem('import_not_found', {}, notFoundParam('import_id', value));
    return row;
  }
}
