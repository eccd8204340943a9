import type { Localized } from '@gatehouse/problems';

/** Why a source could not be read; the code is stored and shown to administrators. Reference: service-synchronization#failures. */
export type FailureCode =
  | 'source_unreachable'
  | 'source_too_slow'
  | 'source_refused'
  | 'source_target_refused'
  | 'source_redirects'
  | 'source_truncated'
  | 'source_compressed'
  | 'source_too_large'
  | 'source_too_many_documents'
  | 'source_too_many_resources'
  | 'source_cyclic'
  | 'source_unreadable'
  | 'source_unexpected'
  | 'service_changed'
  | 'interrupted'
  | 'internal_error';

/** Longest explanation that is kept. */
const MAX_DETAIL_LENGTH = 500;

/** Why something failed, as it is stored. */
export interface StoredFailure {
  readonly code: string;
  /** In English. */
  readonly detail: string;
  /** In other languages; missing where an earlier version has stored the failure. */
  readonly translations?: Readonly<Omit<Localized, 'en'>>;
}

export function storedFailure(code: FailureCode, { en, ...translations }: Localized): StoredFailure {
  return { code, detail: en, translations };
}

/** A source that cannot be read: the job fails and changes nothing. The text never contains credentials. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  readonly stored: StoredFailure;

  constructor(
    readonly code: FailureCode,
    text: Localized,
    /** Status of the reply that was not one, if there was a reply. */
    readonly status?: number,
  ) {
    super(text.en.slice(0, MAX_DETAIL_LENGTH));
    this.stored = storedFailure(code, { en: this.message, fr: text.fr.slice(0, MAX_DETAIL_LENGTH) });
  }
}
