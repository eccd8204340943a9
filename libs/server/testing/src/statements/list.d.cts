/**
 * How often a statement is sent: for a request that reads, for one that writes, for each poll of the change feed, by a
 * scheduled job, or so rarely that its cost does not matter.
 */
export type Kind = 'request' | 'write' | 'feed' | 'job' | 'rare';

/** A statement, or a family of statements that one function makes, as the lists have it. */
export interface Entry {
  /** A statement as it is sent. */
  readonly statement?: string;
  /** A regular expression for the normal form of all statements of a family; `plans.spec.ts` has some of them. */
  readonly family?: string;
  readonly kind: Kind;
  /** Why a statement is rare, or may read more than the rows that it returns. */
  readonly reason?: string;
  /** Its name as a prepared statement, which PostgreSQL may plan without the parameters. */
  readonly name?: string;
  /** Parameters of each call that is explained; `@user.id` is a value of the grown database. */
  readonly calls?: readonly (readonly unknown[])[];
  /** In proportion to how many rows it reads: those that it returns or writes, or the value of this SQL, which has its parameters. */
  readonly reads?: string;
  /** Statements that are executed first, in the same transaction. */
  readonly before?: readonly string[];
  /** The function of the database that executes it, which tests do not record. */
  readonly function?: string;
  /** Name of the list. */
  readonly file: string;
}

/** A statement as `recorder.cjs` writes it. */
export interface Recorded {
  readonly statement: string;
  readonly parameters: readonly unknown[];
  /** The file that has sent it, below the checkout; empty if that is unknown. */
  readonly source: string;
  readonly name?: string;
}

export const LISTS: string;

export function normalForm(statement: string): string;

export function readLists(folder?: string): Entry[];

export class StatementList {
  constructor(entries: readonly Entry[]);
  readonly entries: readonly Entry[];
  find(statement: string): Entry | undefined;
}

export function problemsOf(recorded: readonly Recorded[], list: StatementList): string[];
