/** How much a job reads. Whatever exceeds one of them fails it. Reference: service-synchronization#limits. */
export interface SyncLimits {
  /** Most resources of a source. */
  readonly resources: number;
  /** Most bytes of all documents together. */
  readonly bytes: number;
  /** Milliseconds from the first request to the last document. */
  readonly readingMs: number;
  /** Milliseconds for one request. */
  readonly requestMs: number;
  /** Most documents. */
  readonly documents: number;
}

/** Bytes of one document in XML, which is read in steps. */
export const MAX_XML_BYTES = 32 * 1024 * 1024;
/** Bytes of one document in JSON, which is parsed in one step. */
export const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** Parts of one document. */
export const DOCUMENT_LIMITS = {
  elements: 500_000,
  attributes: 1_000_000,
  elementAttributes: 1_000,
  jsonValues: 1_000_000,
  formFields: 0,
} as const;
