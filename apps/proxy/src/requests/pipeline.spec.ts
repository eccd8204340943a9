import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthorizationResult,
  DecisionSteps,
  type Route,
  type ServiceRoute,
  type Step,
  type StepOutcome,
  notAllowed,
} from '@gatehouse/enforcement';
import { PendingRequest } from './pending-request';
import { Pipeline, type PipelineSteps } from './pipeline';
import { RequestContext } from '../received/request-context';

const DECISION = ['freshness', 'caller', 'policy', 'body', 'grammar', 'decision', 'crossSite'] as const;
const BEFORE_FORWARDING = [...DECISION, 'cookie', 'hooks'] as const;

type Name = (typeof BEFORE_FORWARDING)[number] | 'forward' | 'reply';
type Outcome = StepOutcome<PendingRequest>;
type Behaviour = (pending: PendingRequest) => Outcome | Promise<Outcome>;

const service = {
  resourceId: 1,
  name: 's',
  type: 'api',
  url: 'http://127.0.0.1:9',
  configuration: null,
  proxy: null,
};
const route: ServiceRoute = {
  kind: 'proxy',
  service: 's',
  rest: '',
  query: '',
  segments: [],
  exceptions: [],
};

/** A pipeline whose steps do nothing but record that they were executed, except for those with another behaviour. */
class RecordedPipeline {
  readonly trace: string[] = [];
  pending: PendingRequest | undefined;
  private readonly pipeline: Pipeline;

  constructor(behaviours: Partial<Record<Name, Behaviour>> = {}) {
    const step =
      (name: Name): Step<PendingRequest> =>
      (pending) => {
        this.trace.push(name);
        this.pending = pending;
        if (name === 'decision') pending.result = { service };
        return behaviours[name]?.(pending);
      };
    const steps = {
      decisions: Object.fromEntries(DECISION.map((name) => [name, step(name)])),
      cookies: { cookie: step('cookie'), issuedFor: () => undefined },
      forwarding: { hooks: step('hooks'), forward: step('forward') },
      verification: { reply: step('reply') },
    } as unknown as PipelineSteps;
    const errors = {
      refuse: (_: RequestContext, { refusal }: AuthorizationResult) =>
        this.trace.push(`refuse ${refusal?.status}`),
      withdraw: () => this.trace.push('withdraw'),
      fail: (_: RequestContext, error: Error) => this.trace.push(error.message),
    };
    const requests = { from: () => ({ route }) };
    const metrics = { decided: () => undefined, letThrough: () => this.trace.push('count') };
    const parts = [requests, errors, metrics] as unknown as [
      ConstructorParameters<typeof Pipeline>[1],
      ConstructorParameters<typeof Pipeline>[2],
      ConstructorParameters<typeof Pipeline>[3],
    ];
    this.pipeline = new Pipeline(steps, ...parts);
  }

  forward(): this {
    this.pipeline.forward(contextOf(), declared);
    return this;
  }

  verify(): this {
    this.pipeline.verify(contextOf(), declared);
    return this;
  }
}

const declared = { method: 'GET', methodIsDeclared: true, route, bodyIsVisible: true };

function contextOf(): RequestContext {
  const [request, response] = [{}, {}] as [IncomingMessage, ServerResponse];
  return new RequestContext(request, response, route as Route, '127.0.0.1', false, undefined);
}

const refuse: Behaviour = (pending) => {
  pending.result = { ...pending.result, refusal: notAllowed };
  return 'refused';
};
const fail: Behaviour = () => {
  throw new Error('failed');
};

/** Resolves when the continuations of settled promises have run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the pipeline', () => {
  const counted = [...DECISION, 'count', 'cookie'];

  it('takes a request through all steps in their order, within one turn if none of them waits', () => {
    expect(new RecordedPipeline().forward().trace).toEqual([...counted, 'hooks', 'forward']);
  });

  it('takes a call of a front end through the same steps up to the cookie', () => {
    expect(new RecordedPipeline().verify().trace).toEqual([...counted, 'reply']);
  });

  it('decides by the steps of the request tester', () => {
    const steps: object = new DecisionSteps<never>(
      ...([] as unknown as ConstructorParameters<typeof DecisionSteps<never>>),
    );
    const names = Object.entries(steps).flatMap(([name, one]) =>
      typeof one === 'function' ? [{ name, one }] : [],
    );
    const { inOrder } = steps as { inOrder: readonly unknown[] };
    expect(inOrder.map((step) => names.find(({ one }) => one === step)?.name)).toEqual(
      new RecordedPipeline().forward().trace.slice(0, DECISION.length),
    );
  });

  describe.each(BEFORE_FORWARDING)('with a step %s', (name) => {
    const before = (): string[] => {
      const all = [...counted, 'hooks'];
      return all.slice(0, all.indexOf(name) + 1);
    };

    it.each([
      ['refuses', refuse, ['refuse 403']],
      ['ends the request', () => 'over', []],
      ['fails', fail, ['failed']],
    ] as [string, Behaviour, string[]][])(
      'that %s, at once or later, executes no step after it and sends one reply',
      async (_, behaviour, end) => {
        const now = new RecordedPipeline({ [name]: behaviour }).forward();
        expect(now.trace).toEqual([...before(), ...end]);
        const later = new RecordedPipeline({
          [name]: async (one: PendingRequest) => behaviour(one),
        }).forward();
        expect(later.trace).toEqual(before());
        await turn();
        expect(later.trace).toEqual([...before(), ...end]);
      },
    );

    it('that waits continues with the next one', async () => {
      const waits = new RecordedPipeline({ [name]: () => Promise.resolve(undefined) }).forward();
      await turn();
      expect(waits.trace).toEqual([...counted, 'hooks', 'forward']);
    });
  });

  it.each([
    ['is still allowed', undefined, true, DECISION],
    ['is no longer allowed', refuse, false, [...DECISION, 'withdraw']],
    ['fails to be decided', fail, false, [...DECISION, 'failed']],
  ] as [string, Behaviour | undefined, boolean, readonly string[]][])(
    'decides again without the demanded revision, for a request that %s, and forwards it only once',
    (_, behaviour, isAllowed, expected) => {
      const behaviours: Partial<Record<Name, Behaviour>> = {};
      const pipeline = new RecordedPipeline(behaviours).forward();
      const { pending } = pipeline;
      pipeline.trace.length = 0;
      if (behaviour) behaviours.crossSite = behaviour;
      expect(pending?.reauthorize(true)).toBe(isAllowed);
      expect(pipeline.trace).toEqual(expected.slice(1));
      expect(pipeline.pending).toMatchObject({ before: { service }, isAfresh: true });
      expect(pipeline.pending).not.toBe(pending);
    },
  );

  it('does not let a request be forwarded that is not decided, or refused', () => {
    const pending = new PendingRequest(contextOf(), { route } as PendingRequest['request'], () => true);
    expect(() => pending.granted).toThrow('not allowed');
    pending.result = { service, refusal: notAllowed };
    expect(() => pending.granted).toThrow('not allowed');
    pending.result = { service };
    expect(pending.granted).toBe(pending.result);
  });
});
