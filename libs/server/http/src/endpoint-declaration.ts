import type { RecordedObject } from '@gatehouse/database';
import type { Locale, Problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import type { Page } from './reply';
import type { DeclaredError } from './declared-errors';

/**
 * Who may call. Reference: http#privileges.
 *
 * - `public`: all callers.
 * - `authenticated`: callers with a session.
 * - `owner`: the user that the path names, and administrators.
 * - `owner-or-anonymous`: the same, and a caller without session where the path names the anonymous user or `{logged}`.
 * - `administrator`: members of the administrators' group.
 */
export type EndpointAccess = 'public' | 'authenticated' | 'owner' | 'owner-or-anonymous' | 'administrator';

/**
 * How large a reply can become whose content has lists or objects by name. Reference: http#large-replies.
 *
 * - `paged`: the query limits its entries.
 * - `streamed`: it is made while it is sent.
 * - `boundedBy`: what its entries are, where these do not grow with the data, or with one entity only.
 */
type ReplyGrowth = 'paged' | 'streamed' | { readonly boundedBy: string };

/** A rule that the entity of a path parameter must satisfy, checked after it was found. */
export interface Protection {
  /** Path parameter, e.g. `user_name`. */
  readonly param: string;
  /** Word that the resolver of the parameter understands, e.g. `editable`. */
  readonly rule: string;
}

/** The declaration of an endpoint. Guards, bodies, documentation and tests read it. Reference: http#privileges. */
export interface EndpointDeclaration {
  /** operationId. */
  readonly name: string;
  readonly summary: string;
  readonly access: EndpointAccess;
  /** The error of all requests while the endpoint is switched off, before anything else is checked. */
  readonly unavailable?: (settings: Settings) => Problem | undefined;
  readonly success: {
    readonly status: number;
    readonly detail: string;
    /** DTO of the content of the envelope; none if the envelope is empty. */
    readonly body?: abstract new () => object;
    /** Further statuses of success with the same content, such as 201 of a PUT that created an entity. */
    readonly also?: readonly number[];
    /** Statuses for browsers that the console answers with, before the handler: a page of it, or a redirect to one. */
    readonly pages?: readonly number[];
    /** DTO of each member of a content whose keys are names of entities, instead of `body`. */
    readonly membersByName?: abstract new () => object;
    /** Headers of the reply, by name, with their descriptions. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Of a reply with lists or objects by name; a test finds those without. */
  readonly growth?: ReplyGrowth;
  /** Callers whose API token has a restriction may call it, and the reply shows what the restriction allows. */
  readonly forRestrictedTokens?: boolean;
  /** Errors beyond those that follow from the rest of the declaration (see `errorsOf`). */
  readonly errors?: readonly DeclaredError[];
  /** Statuses that the contract names and that no error has. */
  readonly reservedStatuses?: readonly number[];
  /** The handler catches violations of its body and query, which are then no error replies. */
  readonly catchesViolations?: boolean;
  readonly protect?: readonly Protection[];
  /**
   * Honours `If-Match` with a revision: the fields of these objects that were changed since are not overwritten. Without objects,
   * the handler applies the condition (`IfMatch`). Reference: data#conditional-changes.
   */
  readonly ifMatch?: readonly RecordedObject[];
  /** Media type of content that is sent unchanged, without envelope or negotiation. */
  readonly raw?: string;
  /** Creates the error page for browsers, for addresses that users open directly. */
  readonly errorPage?: (
    problem: Problem,
    locale: Locale,
    settings: Pick<Settings, 'publicUrl' | 'uiEnabled' | 'uiTheme'>,
  ) => Page;
  /**
   * Accepted in read-only mode although its method is one of changes: it starts or ends `sessions`, or only `reads`.
   * Reference: http#read-only-mode.
   */
  readonly whileReadOnly?: 'sessions' | 'reads';
  /** A GET that changes state, which is therefore refused from other sites and with HEAD. */
  readonly changesState?: boolean;
  /** Compresses the reply for clients that accept gzip. Only for content without secrets, whose length discloses nothing. */
  readonly compressed?: boolean;
  /** Requests of other sites are accepted although they change state: something that they contain is bound to the browser. */
  readonly fromAnySite?: boolean;
}

export const ENDPOINT = Symbol('endpoint');
