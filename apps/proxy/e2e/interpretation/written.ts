import fc from 'fast-check';

/** A request to be sent, as it is written. */
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

/** One of the first mostly, one of the others now and then. */
export function mostly<T>(usual: readonly T[], odd: readonly T[], weight = 5): fc.Arbitrary<T> {
  return fc.oneof(
    { weight, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
}
