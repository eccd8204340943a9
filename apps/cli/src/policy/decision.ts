import type { Expectation } from './expectations';

/** An assignment that was considered for a decision. */
export interface Rule {
  /** `user:4:ada` or `group:3:sailors`. */
  readonly holder: string;
  readonly permission: string;
  readonly access: string;
  readonly scope: string;
  /** Of the resource on which it is set. */
  readonly resourceId: number;
  readonly resourceName: string;
  /** Why it decides, or not. */
  readonly because: string;
  readonly isUsed: boolean;
}

/** What is decided about an expectation, and why. */
export interface Decision {
  readonly isAllowed: boolean;
  /** In the form of the API: a principal such as `group:3:sailors`, or a word such as `no-permission`; null for none. */
  readonly reason: string | null;
  /** Text and code of the refusal of a request. */
  readonly refusal?: string | undefined;
  /** The service that it is about, if there is one. */
  readonly service: string | undefined;
  readonly rules: readonly Rule[];
}

/** An assignment that can decide something. */
export interface KnownAssignment {
  /** Of {@link assignmentKey}. */
  readonly key: string;
  /** `user ada` or `group sailors`. */
  readonly holder: string;
  /** `read-allow-recursive`. */
  readonly permission: string;
  /** Path of the resource: `rivers/delta`. */
  readonly on: string;
  /** `{file}:{line}` where files state it. */
  readonly at: string | undefined;
}

/** What decides about expectations: an instance, or a state in memory. */
export interface Decisions {
  /** Throws a `Failure` that names what does not exist or cannot be asked, for {@link isNoDecision}. */
  of(expectation: Pick<Expectation, 'subject' | 'question'>): Promise<Decision>;
  /** All assignments of the services. */
  assignmentsOf(services: ReadonlySet<string>): Promise<readonly KnownAssignment[]>;
}

type Identity = Pick<Rule, 'permission' | 'resourceId'> & { readonly holder: string };

/** What identifies an assignment, by the name of its holder: `group sailors 7 read`. */
export function assignmentKey({ holder, resourceId, permission }: Identity): string {
  return `${holder} ${resourceId} ${permission}`;
}
