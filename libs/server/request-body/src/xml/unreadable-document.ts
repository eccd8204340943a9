/**
 * A document that is not well formed, or that parsers are known to disagree about. The message is a phrase for
 * users.
 */
export class UnreadableDocument extends Error {}

/** Refuses a document. */
export function refuse(problem: string): never {
  throw new UnreadableDocument(problem);
}

/** The refusal of what no parser takes. */
export function malformed(): never {
  refuse('it is not well-formed XML');
}
