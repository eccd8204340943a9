import type { Locale, Problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import type { Page } from './answer';
import type { DeclaredError } from './declared-errors';

/**
 * Who may call. Reference: http#privileges.
 *
 * - `public`: everybody.
 * - `authenticated`: whoever has a session.
 * - `logged`: the user that the path names, and administrators.
 * - `contextual`: the same, and a caller without session where the path names the anonymous user or `{logged}`.
 * - `administrator`: members of the administrators' group.
 */
export type Access = 'public' | 'authenticated' | 'logged' | 'contextual' | 'administrator';

/** A rule that the entity of a path parameter has to satisfy, checked after it was found. Breaking it is 403. */
export interface Protection {
  /** Path parameter, e.g. `user_name`. */
  readonly param: string;
  /** Word that the resolver of the parameter understands, e.g. `editable`. */
  readonly rule: string;
}

/** Everything that is to be known of an endpoint. Guards, bodies, documentation and tests read it. Reference: http#privileges. */
export interface EndpointDeclaration {
  /** operationId. */
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  /** The error of all requests while the endpoint is switched off, before anything else is checked. */
  readonly unavailable?: (settings: Settings) => Problem | undefined;
  readonly success: {
    readonly status: number;
    readonly detail: string;
    /** DTO of the content that the envelope is put around; none for the bare envelope. */
    readonly body?: abstract new () => object;
    /** Further statuses of success with the same content, such as 201 of a PUT that has made something. */
    readonly also?: readonly number[];
    /** DTO of each member of a content whose keys are names of things, in place of `body`. */
    readonly membersByName?: abstract new () => object;
    /** Headers that the reply carries, by name, with what they say. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Errors beyond those that follow from the rest of the declaration (see `errorsOf`). */
  readonly errors?: readonly DeclaredError[];
  /** Statuses that the contract names and that no error has. */
  readonly reservedStatuses?: readonly number[];
  /** The handler catches violations of its body and query, which are then no error replies. */
  readonly catchesViolations?: boolean;
  readonly protect?: readonly Protection[];
  /** The content goes out as it is, without envelope or negotiation; its media type. */
  readonly raw?: string;
  /** Makes the page on which a browser shows an error, where people open the address themselves. */
  readonly errorPage?: (
    problem: Problem,
    locale: Locale,
    settings: Pick<Settings, 'publicUrl' | 'uiEnabled'>,
  ) => Page;
  /** A GET that changes state, which therefore must not come from another site and does not serve HEAD. */
  readonly changesState?: boolean;
}

export const ENDPOINT = Symbol('endpoint');
