import type { Entity } from '@gatehouse/access-engine';
import { type Columns, type LoggedChange, idOf } from './rows';

/** A column that is displayed but does not affect decisions. */
interface DetailColumn {
  /** Under which name its values are returned. */
  readonly property: string;
  readonly column: string;
  /** The value that uses no memory. */
  readonly implied: unknown;
  /** The column of the snapshot whose value is implied instead. */
  readonly like?: string;
  /** Only whether there is a value is kept, as a boolean. */
  readonly isPresence: boolean;
}

/** The columns that are read for details, besides those of a snapshot. */
export type DetailColumns = Readonly<Partial<Record<Entity, readonly DetailColumn[]>>>;

interface Kept extends DetailColumn {
  readonly values: Map<number, unknown>;
}

/**
 * Fields of users, groups, resources and services that are displayed but do not affect decisions. The API keeps them with its
 * snapshot, at the same revision; a proxy does not need them. Implied values use no memory.
 */
export class RowDetails {
  private readonly kept: ReadonlyMap<string, readonly Kept[]>;

  constructor(columns: DetailColumns) {
    this.kept = new Map(
      Object.entries(columns).map(([entity, details]) => [
        entity,
        details.map((detail) => ({ ...detail, values: new Map<number, unknown>() })),
      ]),
    );
  }

  /** The details of a row, by their properties. `row`: that of the snapshot. */
  of(entity: Entity, id: number, row: object): Record<string, unknown> {
    const details: Record<string, unknown> = {};
    for (const { property, values, implied, like, isPresence } of this.kept.get(entity) ?? []) {
      if (isPresence) details[property] = values.has(id);
      else if (values.has(id)) details[property] = values.get(id);
      else details[property] = like === undefined ? implied : Reflect.get(row, like);
    }
    return details;
  }

  /** The values of a column that are not implied, by the ids of the rows. */
  column(entity: Entity, property: string): ReadonlyMap<number, unknown> {
    const found = this.kept.get(entity)?.find((one) => one.property === property);
    if (!found) throw new Error(`no detail ${property} of ${entity} is kept`);
    return found.values;
  }

  /** Applies a row of the database. */
  put(entity: string, columns: Columns): void {
    for (const { column, values, implied, like, isPresence } of this.kept.get(entity) ?? []) {
      const value = columns[column];
      // Entries of the log that are older than a column do not have it.
      if (value === undefined || value === (like === undefined ? implied : columns[like])) continue;
      values.set(idOf(entity, columns), isPresence || value);
    }
  }

  /** Applies an entry of the change log. */
  apply({ entity, before, after }: LoggedChange): void {
    if (before) for (const { values } of this.kept.get(entity) ?? []) values.delete(idOf(entity, before));
    if (after) this.put(entity, after);
  }
}
