import type { Pair } from './grammar/pairs';
import type { Outside } from './reading';

/** An attribute of an element. Declarations of namespaces are not among them. */
export interface XmlAttribute {
  /** Local name, as spelled. */
  readonly name: string;
  /** The namespace of its prefix; empty without a prefix. */
  readonly namespace: string;
  readonly value: string;
}

/** The declarations of namespaces in scope at an element, the innermost first. */
export interface NamespaceScope {
  readonly bindings: readonly NamespaceBinding[];
  readonly outer: NamespaceScope | undefined;
}

/** A declaration of a namespace; the default one has the empty prefix. */
export type NamespaceBinding = readonly [prefix: string, namespace: string];

/** An element of a parsed document. All names in a document are ASCII. */
export interface XmlElement {
  /** Local name, as spelled. */
  readonly name: string;
  /** The prefix of the local name; empty without one. */
  readonly prefix: string;
  /** The namespace that its name is in; empty when in none. */
  readonly namespace: string;
  readonly bindings: readonly NamespaceBinding[];
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The character data directly below it, joined and trimmed. */
  readonly text: string;
  /** Whether it directly contains comments or CDATA sections, which servers read differently. */
  readonly hasMarkup: boolean;
  /** What is in scope around it, for an element that was taken out of a document. */
  readonly outer?: NamespaceScope | undefined;
}

/** How much of a request a grammar reads; what has more is outside. */
export interface GrammarLimits {
  /** Most names of layers, feature types or processes, each of which costs a decision (`SVC_PROXY_NAMES`). */
  readonly names: number;
  /**
   * Most characters, in all, of parameters and of texts and attributes of documents that are interpreted: names,
   * identifiers, filters (`SVC_PROXY_INTERPRETED_SIZE`). Data that is passed to a process does not count.
   */
  readonly interpreted: number;
}

/** For requests that no client sent. */
export const UNLIMITED: GrammarLimits = { names: Infinity, interpreted: Infinity };

/** What a request carries in its body, as far as a grammar can read it. */
export type RequestBody =
  /** There is none, or it is empty. */
  | { readonly kind: 'none' }
  /** There is one, and it was not read. */
  | { readonly kind: 'unread' }
  /** Its fields, decoded; or why they cannot be. */
  | { readonly kind: 'form'; readonly fields: readonly Pair[] | Outside }
  /** The members of a JSON object in their order, repeated ones included. */
  | { readonly kind: 'json'; readonly members: readonly (readonly [name: string, value: unknown])[] }
  /** `mediaType` is type and subtype, lower case. */
  | { readonly kind: 'xml'; readonly root: XmlElement; readonly mediaType: string }
  /** Of another media type. */
  | { readonly kind: 'other'; readonly mediaType: string }
  /** Malformed, too large, too deep, or encoded. `problem` is a phrase such as "it is not in UTF-8". */
  | { readonly kind: 'unreadable'; readonly problem: string };

/** A request for a protected service without its body. */
export interface RequestHead {
  /** The HTTP method, upper case. */
  readonly method: string;
  /**
   * The path after the service's name, split at slashes, each segment decoded once, without trailing empty segments.
   * Dot segments are rejected before a request is built. Reference: request-mapping#parameters.
   */
  readonly segments: readonly string[];
  /** Whether the path was sent without anything encoded and without path parameters. */
  readonly isPlainPath: boolean;
  /** The query as sent, percent-encoded, without its question mark. */
  readonly query: string;
  /** Where a WebDAV request copies or moves to: segments of a path of the same service. */
  readonly destination?: readonly string[] | undefined;
}

/** A request for a protected service, as far as it matters for the decision. */
export interface ServiceRequest extends RequestHead {
  readonly limits: GrammarLimits;
  readonly body: RequestBody;
  /** Parses a document in the value of a parameter; a problem as in an `unreadable` body if it cannot be parsed. */
  readonly parseXml: (text: string) => XmlElement | { readonly problem: string };
}
