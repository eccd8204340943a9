/** What is wrong or unusual in files, as the API and this program report it. */
export interface FileMessage {
  readonly severity: 'refused' | 'skipped' | 'ignored' | 'warning';
  readonly error_code: string;
  readonly file: string | null;
  /** From 1, like the column. */
  readonly line: number | null;
  readonly column: number | null;
  readonly path: string;
  readonly detail: string;
  readonly remedy: string;
}

/** Configuration files that were read to be sent. */
export interface SentConfiguration {
  /** With the values of variables, which are shown nowhere. */
  readonly files: readonly { readonly name: string; readonly content: string }[];
  /** SHA-256 of the texts of the files, in which variables are not replaced. */
  readonly digests: readonly { readonly name: string; readonly digest: string }[];
  /** What was found when they were read. */
  readonly messages: readonly FileMessage[];
  /** A message of the API with its place in the file of the user, and without the values of variables. */
  explained(message: FileMessage): FileMessage;
  /** The fields of a service as the files state them, without the values of variables. */
  statedFields(service: string): Readonly<Record<string, unknown>> | undefined;
  /** A section of each file that has it, with the values of variables. */
  sectionsOf(section: string): readonly { readonly file: string; readonly value: unknown }[];
}
