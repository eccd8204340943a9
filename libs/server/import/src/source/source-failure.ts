/** Why a source cannot be read, or its rows cannot be staged. Neither text has a value of a row, or a secret. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';

  constructor(
    message: string,
    /** What to do about it: a sentence. */
    readonly remedy: string,
    options: ErrorOptions & {
      /** Whether the source cannot be reached at all. */
      readonly isUnreachable?: boolean;
    } = {},
  ) {
    super(message, options);
    this.isUnreachable = options.isUnreachable ?? false;
  }

  readonly isUnreachable: boolean;
}
