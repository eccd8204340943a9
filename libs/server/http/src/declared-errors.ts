import { CATALOGUE, type ErrorCode, statusesOfCode } from '@gatehouse/problems';

/** An error that an operation can return: its code, or its code with another status than that of the catalogue. */
export type DeclaredError = ErrorCode | { readonly code: ErrorCode; readonly status: number };

/** The error codes of each status, sorted. A status without codes is one that the contract reserves. */
export type ErrorsByStatus = ReadonlyMap<number, readonly ErrorCode[]>;

/** Declares errors that an operation returns with another status than that of the catalogue. */
export function withStatus(status: number, ...codes: readonly ErrorCode[]): readonly DeclaredError[] {
  return codes.map((code) => ({ code, status }));
}

/** Throws for a code with a status that the catalogue does not give it. */
export function errorsByStatus(
  errors: readonly DeclaredError[],
  reservedStatuses: readonly number[] = [],
): ErrorsByStatus {
  const codes = new Map<number, Set<ErrorCode>>(reservedStatuses.map((status) => [status, new Set()]));
  for (const error of errors) {
    const { code, status } =
      typeof error === 'string' ? { code: error, status: CATALOGUE[error].status } : error;
    if (!statusesOfCode(code).includes(status)) throw new Error(`${code} is never answered with ${status}`);
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  return new Map(
    [...codes].sort(([one], [other]) => one - other).map(([status, set]) => [status, [...set].sort()]),
  );
}
