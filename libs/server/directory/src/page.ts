/** Part of a listing that is sorted by name. */
export interface Page {
  /** Maximum number of entries; all of them if undefined. */
  readonly limit?: number | undefined;
  /** The listing continues after this name. */
  readonly after?: string | undefined;
}
