import type { Row } from './declaration/shown';
import { EXIT, type ExitCode } from './exit-codes';

/** A failure that is explained to the user; anything else is a defect, and is shown with its stack. */
export class Failure extends Error {
  override readonly name: string = 'Failure';

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    /** What to do about it, in a line of its own. */
    readonly hint: string | undefined = undefined,
  ) {
    super(message);
  }
}

/**
 * Whether an error explains itself. The programs of the operation are built apart, so that their failures are of a class of the same
 * name.
 */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Failure || (error instanceof Error && 'exitCode' in error && 'hint' in error);
}

/** Arguments or records of a file that cannot be used: nothing was sent. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}

/** The API cannot be reached, or does not answer as Gatehouse does. */
export class NotReachable extends Failure {
  override readonly name = 'NotReachable';

  constructor(message: string, hint?: string) {
    super(message, EXIT.notReachable, hint);
  }
}

interface ProblemFacts {
  readonly status: number;
  /** `error_code` of the catalogue, such as `user_not_found`. */
  readonly code: string;
  readonly detail: string;
  readonly requestId?: string | undefined;
  /** The field that the API names, if any. */
  readonly param?: string | undefined;
  /** The reply, for what it states further. */
  readonly reply?: Row;
}

/** What codes of the catalogue mean for somebody at a terminal. */
const HINTS: Readonly<Record<string, string>> = {
  api_token_invalid: 'Sign in again: gatehouse login',
  token_not_sufficient: 'Add --sign-in: the command then asks for the password instead of using the token.',
  token_restricted: 'The token has a restriction, with which this is not possible.',
};

const UNAVAILABLE = new Set([502, 503, 504]);

/** An error reply of the API. */
export class ApiProblem extends Failure {
  override readonly name = 'ApiProblem';

  constructor(readonly facts: ProblemFacts) {
    super(facts.detail, exitCodeOf(facts.status), hintOf(facts));
  }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401) return EXIT.notSignedIn;
  if (status === 403) return EXIT.refused;
  return UNAVAILABLE.has(status) ? EXIT.notReachable : EXIT.failed;
}

function hintOf({ status, code }: ProblemFacts): string | undefined {
  if (HINTS[code] !== undefined) return HINTS[code];
  if (status === 401) return 'Sign in: gatehouse login';
  return code === 'permission_denied' || code === 'administrator_required'
    ? 'If the account is one of an administrator, sign in with: gatehouse login --administrator'
    : undefined;
}
