import type { SourceTableName } from '../source/source-tables';

export const IMPORTED_KINDS = [
  'user',
  'group',
  'membership',
  'service',
  'resource',
  'user_permission',
  'group_permission',
  'external_identity',
  'pending_user',
  'node',
  'remote_user',
  'network_token',
] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];

/** How many objects of a kind the source has, and what the import does with them. */
export interface ImportCounts {
  readonly kind: ImportedKind;
  readonly source: number;
  readonly create: number;
  readonly change: number;
  readonly remove: number;
  readonly unchanged: number;
  /** Not imported, each for a reason that is one of the conflicts. */
  readonly skip: number;
}

/** One object, or several, that the import cannot take over as they are. */
export interface ImportConflict {
  readonly code: string;
  readonly kind: ImportedKind;
  /** Identifiers in the source. */
  readonly ids: readonly number[];
  /** The object in words, such as `service maps: /a/b`. */
  readonly subject: string;
  readonly detail: string;
  /** What will be done. */
  readonly rule: string;
  /** What a file of decisions may say instead. */
  readonly alternatives: readonly string[];
  /** What a file of decisions says, which is done instead of the rule. */
  readonly decision?: string;
  /** Whether the import does not begin until it is decided. */
  readonly isRefused: boolean;
}

/** Conflicts of one code, in the order of the catalogue; the most severe first. */
export interface ConflictGroup {
  readonly code: string;
  readonly summary: string;
  readonly rule: string;
  readonly alternatives: readonly string[];
  readonly count: number;
  /** How many of them keep the import from beginning. */
  readonly refused: number;
  /** The first ones. All of them are in the file of `--conflicts`. */
  readonly examples: readonly ImportConflict[];
}

/** Kept in the database, for the console. */
export interface ImportReport {
  readonly source: string;
  readonly revision: string;
  readonly takenAt: string;
  readonly rows: Readonly<Partial<Record<SourceTableName, number>>>;
  readonly counts: readonly ImportCounts[];
  readonly conflicts: readonly ConflictGroup[];
  /** Whether identifiers of the source are kept; otherwise new ones were given, and a map is written. */
  readonly keepsIds: boolean;
}
