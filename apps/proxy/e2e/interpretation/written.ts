import fc from 'fast-check';

/** A request to be sent. */
export interface WrittenRequest {
  readonly method: string;
  /** Below the service, with its query. */
  readonly target: string;
  readonly mediaType: string | undefined;
  readonly body: string | undefined;
}

export type Pairs = readonly (readonly [name: string, value: string])[];

export const FORM = 'application/x-www-form-urlencoded';

export function formOf(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** Mostly one of the first, sometimes one of the others. */
export function mostly<T>(usual: readonly T[], odd: readonly T[], weight = 5): fc.Arbitrary<T> {
  return fc.oneof(
    { weight, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
}
