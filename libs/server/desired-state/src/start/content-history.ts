import type { UnitOfWork } from '@gatehouse/database';

/** The content of files, as a start of the API compares it with what was applied before. */
export interface Content {
  /** Name of the file set. */
  readonly set: string;
  /** Keyed digest of the entries. */
  readonly digest: string;
  /** Number of the deployment. */
  readonly generation: number;
}

/**
 * `new`: it was not applied before, or is to be applied again by a newer deployment; `current`: it is the last one that was
 * applied; `replaced`: another one was applied after it, or by a newer deployment.
 */
export type Standing = 'new' | 'current' | 'replaced';

interface Row {
  readonly is_same: boolean;
  readonly was_applied: boolean;
  readonly generation: number;
}

/** Which contents of file sets were applied, in their order. */
export class ContentHistory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async standingOf({ set, digest, generation }: Content): Promise<Standing> {
    const [newest] = await this.unitOfWork.manager.query<Row[]>(
      `SELECT newest.content = $2 AS is_same, newest.generation, EXISTS (
         SELECT FROM applied_configurations WHERE set_name = $1 AND content = $2) AS was_applied
       FROM (SELECT content, generation FROM applied_configurations WHERE set_name = $1 ORDER BY id DESC LIMIT 1) newest`,
      [set, digest],
    );
    if (!newest || generation > newest.generation) return 'new';
    if (generation < newest.generation) return 'replaced';
    if (newest.is_same) return 'current';
    return newest.was_applied ? 'replaced' : 'new';
  }

  /** Makes it the last one; writes nothing if it is. Where changes follow from it, in their first unit of work. */
  async record({ set, digest, generation }: Content): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO applied_configurations (set_name, content, generation)
       SELECT $1::text, $2::text, $3::integer WHERE NOT EXISTS (
         SELECT FROM (SELECT content, generation FROM applied_configurations WHERE set_name = $1 ORDER BY id DESC LIMIT 1) newest
         WHERE content = $2 AND generation = $3)`,
      [set, digest, generation],
    );
  }
}
