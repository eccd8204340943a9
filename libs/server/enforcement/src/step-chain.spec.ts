import type { MaybePromise } from './maybe-promise';
import { type Step, StepChain, type StepOutcome } from './step-chain';

type Trace = string[];

function step(name: string, outcome: () => MaybePromise<StepOutcome<Trace>> = () => undefined): Step<Trace> {
  return (trace) => {
    trace.push(name);
    return outcome();
  };
}

function chainOf(...steps: readonly Step<Trace>[]): StepChain<Trace> {
  return new StepChain(steps, (trace) => trace.push('refused'));
}

describe('a chain of steps', () => {
  it('executes its steps in their order, at once if none of them waits', () => {
    const trace: Trace = [];
    expect(chainOf(step('a'), step('b'), step('c')).run(trace)).toBe(true);
    expect(trace).toEqual(['a', 'b', 'c']);
  });

  it('waits for a step, and executes those after it in the same turn', async () => {
    const trace: Trace = [];
    const arrives = Promise.resolve(undefined);
    const running = chainOf(
      step('a'),
      step('b', () => arrives),
      step('c'),
      step('d'),
    ).run(trace);
    expect(trace).toEqual(['a', 'b']);
    await arrives;
    // Continuations run in the order of their registration: that of the chain was registered before this one.
    expect(trace).toEqual(['a', 'b', 'c', 'd']);
    expect(await running).toBe(true);
  });

  it.each([
    ['refuses', 'refused', ['a', 'b', 'refused']],
    ['has ended the request', 'over', ['a', 'b']],
  ] as const)('ends at a step that %s, at once or later', async (_, outcome, expected) => {
    const [now, later]: [Trace, Trace] = [[], []];
    expect(
      chainOf(
        step('a'),
        step('b', () => outcome),
        step('c'),
      ).run(now),
    ).toBe(false);
    const steps = [step('a'), step('b', () => Promise.resolve(outcome)), step('c')];
    expect(await chainOf(...steps).run(later)).toBe(false);
    expect([now, later]).toEqual([expected, expected]);
  });

  it('continues at the step that a step leads to', async () => {
    const trace: Trace = [];
    const first = step('first');
    const outcomes = [Promise.resolve(first), first, undefined];
    expect(
      await chainOf(
        first,
        step('again', () => outcomes.shift()),
        step('end'),
      ).run(trace),
    ).toBe(true);
    expect(trace).toEqual(['first', 'again', 'first', 'again', 'first', 'again', 'end']);
  });

  it('fails rather than to continue at a step of another chain', async () => {
    const trace: Trace = [];
    const other = step('other');
    expect(() =>
      chainOf(
        step('a', () => other),
        step('b'),
      ).run(trace),
    ).toThrow('does not have');
    await expect(
      (async () =>
        chainOf(
          step('a', () => Promise.resolve(other)),
          step('b'),
        ).run(trace))(),
    ).rejects.toThrow('does not have');
    expect(trace).toEqual(['a', 'a']);
  });

  it('executes no step after one that fails', async () => {
    const failure = new Error('failed');
    const trace: Trace = [];
    const fails = (): never => {
      throw failure;
    };
    expect(() => chainOf(step('a', fails), step('b')).run(trace)).toThrow(failure);
    const rejects = () => Promise.reject(failure);
    await expect(chainOf(step('c', rejects), step('d')).run(trace)).rejects.toBe(failure);
    expect(trace).toEqual(['a', 'c']);
  });
});
