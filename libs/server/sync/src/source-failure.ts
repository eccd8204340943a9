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

/** A source that cannot be read: the job fails and changes nothing. The message never contains credentials. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';

  constructor(
    readonly code: FailureCode,
    message: string,
    /** Status of the reply that was not one, if there was a reply. */
    readonly status?: number,
  ) {
    super(message.slice(0, MAX_DETAIL_LENGTH));
  }
}
