import { type MaybePromise, andThen, attempt, orElse } from './maybe-promise';

const failure = new Error('failure');
const doubled = (value: number, factor: number): MaybePromise<number> => value * factor;

describe('andThen', () => {
  it('continues synchronously with a value that is available', () => {
    expect(andThen(2, doubled, 3)).toBe(6);
  });

  it('continues with a value that arrives later', async () => {
    const result = andThen(Promise.resolve(2), doubled, 3);
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toBe(6);
  });

  it('passes the same state object on, whenever the value arrives', async () => {
    const state = {};
    const stateOf = (_: number, input: object): object => input;
    expect(andThen(1, stateOf, state)).toBe(state);
    expect(await andThen(Promise.resolve(1), stateOf, state)).toBe(state);
  });

  it('returns the promise of a step that waits after a value that was available', async () => {
    const waits = Promise.resolve('done');
    expect(andThen(1, () => waits, undefined)).toBe(waits);
    expect(await andThen(Promise.resolve(1), () => waits, undefined)).toBe('done');
  });

  it('executes no step if the promise rejects', async () => {
    const next = jest.fn();
    await expect(andThen(Promise.reject(failure), next, undefined)).rejects.toBe(failure);
    expect(next).not.toHaveBeenCalled();
  });

  it('throws errors of a step for available values, and rejects with those for promised values', async () => {
    const fails = (): never => {
      throw failure;
    };
    expect(() => andThen(1, fails, undefined)).toThrow(failure);
    await expect(andThen(Promise.resolve(1), fails, undefined)).rejects.toBe(failure);
  });
});

describe('orElse', () => {
  it('returns an available value itself', () => {
    const value = {};
    expect(orElse(value, () => ({}))).toBe(value);
  });

  it('substitutes a value that fails to arrive, and no other', async () => {
    expect(await orElse<string>(Promise.reject(failure), (error) => `for ${String(error)}`)).toBe(
      'for Error: failure',
    );
    expect(await orElse<string>(Promise.resolve('value'), () => 'substitute')).toBe('value');
  });

  it('fails where the substitute does', async () => {
    const other = new Error('other');
    const fails = (): never => {
      throw other;
    };
    await expect(orElse(Promise.reject(failure), fails)).rejects.toBe(other);
  });
});

describe('attempt', () => {
  const substitute = (error: unknown, state: string) => `${state}: ${String(error)}`;

  it('returns the result of a computation, synchronously where it is available', async () => {
    expect(attempt((state: string) => state, substitute, 'state')).toBe('state');
    expect(await attempt(async (state: string) => state, substitute, 'state')).toBe('state');
  });

  it('substitutes the result of a computation that throws, synchronously', () => {
    const fails = (): string => {
      throw failure;
    };
    expect(attempt(fails, substitute, 'state')).toBe('state: Error: failure');
  });

  it('substitutes the result of a computation that fails later', async () => {
    expect(await attempt(() => Promise.reject<string>(failure), substitute, 'state')).toBe(
      'state: Error: failure',
    );
  });
});
