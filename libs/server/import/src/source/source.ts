import type { SourceTableName } from './source-tables';

/** What is read from: a database of the reference, or a dump of one. */
export interface Source {
  /**
   * Copies the rows of all tables into temporary tables of the session (`stagedName`), as they are at one moment, and analyses them.
   * Throws if the schema is not one of a known release, or if it cannot be read.
   */
  stage(
    target: StagingTarget,
    progress: (table: SourceTableName, rows: number) => void,
  ): Promise<StagedSource>;
}

/** The session that has the temporary tables: the only connection of its `DataSource`. */
export interface StagingTarget {
  query(sql: string): Promise<unknown>;
  /** Writes rows in the text format of COPY. */
  copyInto(table: string, columns: readonly string[], rows: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface StagedSource {
  /** Address without credentials, or the path of the dump: names the source in reports and in what is remembered of it. */
  readonly name: string;
  /** Revision of the schema, such as `91af68bcdc67`. */
  readonly revision: string;
  readonly takenAt: Date;
  readonly rows: Readonly<Record<SourceTableName, number>>;
}
