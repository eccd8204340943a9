import type { Seen } from './seen';

type Severity = 'error' | 'warning';

/** One thing that may be wrong with a deployment. */
export interface Check {
  /** Stable name, for `--skip` and for programs. */
  readonly id: string;
  readonly severity: Severity;
  /** What is wrong. */
  readonly finding: string;
  /** What can happen because of it. */
  readonly risk: string;
  readonly remedy: string;
  /** Page of the documentation, with heading. */
  readonly link: string;
  /**
   * What shows it, a sentence for each case; nothing if all is well. Throws `NotExamined` if it cannot be found out.
   */
  readonly evidence: (seen: Seen) => Promise<readonly string[]>;
}

/** Something that was found. */
export interface Finding extends Omit<Check, 'evidence'> {
  readonly evidence: string;
}
