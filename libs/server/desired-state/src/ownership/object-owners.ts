import type { UnitOfWork } from '@gatehouse/database';
import type { ObjectKey } from './file-set';

/** Which file sets own an object. */
export class ObjectOwners {
  constructor(private readonly unitOfWork: Pick<UnitOfWork, 'manager'>) {}

  /** Their names, sorted. */
  async of({ kind, id }: ObjectKey): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT s.name FROM configured_objects c CROSS JOIN LATERAL (SELECT name FROM configuration_sets WHERE id = c.set_id OFFSET 0) s
       WHERE c.kind = $1 AND c.object_id = $2 AND c.state = 'owned' ORDER BY s.name COLLATE "C"`,
      [kind, id],
    );
    return rows.map(({ name }) => name);
  }
}
