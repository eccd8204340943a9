import type { Context } from '../context';
import type { Fields, ValuesOf } from './field';
import type { Operation, Pages } from './operation';
import type { Row, Shown } from './shown';

/** What a command needs before it can run. */
type Need =
  /** Nothing but its arguments. */
  | 'nothing'
  /** The options of the reference's tools, and whatever the tool itself connects to. */
  | 'tool'
  /** An instance, and a token if there is one. */
  | 'instance'
  /** An instance of Gatehouse and a token for it. */
  | 'token'
  /** A session: its operation is refused with a token, so that it asks for the password. */
  | 'password'
  /** The settings of the instance, and its database or files; no running instance. */
  | 'settings';

interface Example {
  /** Without the name of the program. */
  readonly line: string;
  readonly does: string;
}

/** A command as it is declared. Everything follows from it: help, completion, manual pages, the reference, execution. */
export interface Declaration<A extends Fields, O extends Fields> {
  /** Words that call it, such as `users create`. */
  readonly name: string;
  readonly summary: string;
  /** Whether it can be called without the last word of its name. */
  readonly isDefault?: boolean;
  /** Further sentences of its help. */
  readonly description?: string;
  readonly needs: Need;
  /** Positional, in this order. */
  readonly arguments: A;
  readonly options: O;
  readonly examples: readonly Example[];
  readonly shows: Shown<ValuesOf<A & O>>;
  /**
   * The form of what `--json` prints, in the notation of docs/cli.md#json; by default the reply of the operation. Tests compare each
   * output with it.
   */
  readonly json?: string;
  /** One request: fields fill the path, and become query or body. */
  readonly operation?: Operation;
  /** Values that every request has beside those of the fields. */
  readonly constants?: Readonly<Record<string, unknown>>;
  readonly pages?: Pages;
  /** Whether records of a file can take the place of the arguments: one request for each of them. */
  readonly isBatch?: boolean;
  /** Carries out all records of a file in one request, so that all take effect or none. Returns the number as `changed`. */
  readonly allAtOnce?: (context: Context, records: readonly Row[]) => Promise<Row>;
  /** The question before something is lost that cannot be brought back. */
  readonly confirms?: (values: ValuesOf<A & O>) => string;
  /** Whether the command asks while it runs, when it has shown what is to be confirmed. */
  readonly asksItself?: boolean;
  /** Anything that is not one request. Returns what is shown. */
  readonly run?: (context: Context, values: ValuesOf<A & O>) => Promise<unknown>;
}

/** A command whose fields are no longer known to the compiler. */
export type Command = Declaration<Fields, Fields>;

/** Declares a command; its values have the types of its fields. */
export function command<const A extends Fields, const O extends Fields>(
  declaration: Omit<Declaration<A, O>, 'arguments' | 'options'> & {
    readonly arguments?: A;
    readonly options?: O;
  },
): Command {
  const complete = { arguments: {}, options: {}, ...declaration };
  return complete as unknown as Command;
}

/** All fields of a command, by their names. */
export function fieldsOf({ arguments: positional, options }: Command): Fields {
  return { ...positional, ...options };
}
