import type { ChildTypeName, ServiceType, XmlElement } from '@gatehouse/service-types';

/** A service as a source of resources. */
export interface SourceSubject {
  /** The URL of the real service. */
  readonly url: string;
  readonly type: ServiceType;
  /** The configuration in effect. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The last segment of the addresses of its protocol, if the options of the service name one. */
  readonly endpoint?: string | undefined;
}

/** A document to be read. */
export interface SourceLink {
  /** Absolute. */
  readonly url: string;
  readonly format: 'xml' | 'json';
  /** What it is to the source, such as `catalog` or `layers`. */
  readonly as: string;
  /** Names of the resource whose children it has; empty for the service. */
  readonly path: readonly string[];
  /** What is read where the server has no such document (401, 403, 404, 405, 406, 410). */
  readonly otherwise?: SourceLink | undefined;
  /** Whether the service may do without it. */
  readonly isOptional?: boolean;
  /** Whether it is a further level of documents, and not a further page of one: at most as many as the depth lead no deeper. */
  readonly isNested?: boolean;
}

/** A resource of a source. */
export interface SourceEntry {
  /** Names from below the service down; may be no names of resources. */
  readonly path: readonly string[];
  readonly type: ChildTypeName;
  /** Its title, if it has one. */
  readonly title?: string | undefined;
}

/** A document that has been read. */
export type SourceDocument =
  | { readonly format: 'xml'; readonly url: string; readonly root: XmlElement }
  | { readonly format: 'json'; readonly url: string; readonly value: unknown };

/** How the resources of one kind of service are found. It knows neither HTTP nor limits. */
export interface Source {
  /** The first documents. */
  readonly start: (subject: SourceSubject) => readonly SourceLink[];
  /** What a document has. Throws `SourceFailure` for one that it does not expect. */
  readonly read: (
    document: SourceDocument,
    link: SourceLink,
    subject: SourceSubject,
  ) => Iterable<SourceEntry | SourceLink>;
  /** The type of what is above an entry and has no entry itself. */
  readonly innerType: (subject: SourceSubject) => ChildTypeName;
}

export function isLink(item: SourceEntry | SourceLink): item is SourceLink {
  return 'url' in item;
}
