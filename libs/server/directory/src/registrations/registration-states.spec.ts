import {
  type Conditions,
  EVENTS,
  type Event,
  STATES,
  type State,
  TRANSITIONS,
  transitionOf,
} from './registration-states';

const NAMES = ['approval', 'nameTaken', 'emailTaken', 'administrator'] as const;

/** All 16 combinations of the conditions. */
const COMBINATIONS = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  Object.fromEntries(NAMES.map((name, index) => [name, (bits & (1 << index)) !== 0])),
) as unknown as Conditions[];

/**
 * The specified transition of each state and event, as an independent table: the next state, with `!` where the request is
 * rejected; undefined where nothing happens.
 */
function specified(state: State, event: Event, conditions: Conditions): string | undefined {
  const { approval, nameTaken, emailTaken, administrator } = conditions;
  const isTaken = nameTaken || emailTaken;
  const isPending = state === 'awaiting_confirmation' || state === 'awaiting_approval';
  switch (event) {
    case 'submit':
      if (state !== 'none') return undefined;
      return nameTaken ? 'none!' : 'awaiting_confirmation';
    case 'resend':
      if (state === 'awaiting_confirmation') return state;
      return state === 'awaiting_approval' && administrator ? state : undefined;
    case 'confirm':
      if (state !== 'awaiting_confirmation') return undefined;
      if (approval) return 'awaiting_approval';
      return isTaken ? 'awaiting_confirmation!' : 'completed';
    case 'approve':
      if (state !== 'awaiting_approval') return undefined;
      return isTaken ? 'awaiting_approval!' : 'completed';
    case 'decline':
      return state === 'awaiting_approval' ? 'removed' : undefined;
    case 'delete':
    case 'expire':
      return isPending ? 'removed' : undefined;
  }
}

describe('the states of a registration', () => {
  const cases = STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const));

  it.each(cases)('follow the specification from %s at %s, whatever the conditions', (state, event) => {
    for (const conditions of COMBINATIONS) {
      const found = transitionOf(state, event, conditions);
      const next = found && `${found.to}${found.rejected ? '!' : ''}`;
      expect({ conditions, next }).toEqual({ conditions, next: specified(state, event, conditions) });
    }
  });

  it('have at most one transition for a state, an event and conditions', () => {
    for (const [state, event] of cases) {
      for (const conditions of COMBINATIONS) {
        const applying = TRANSITIONS.filter(
          ({ from, event: on, when = {} }) =>
            from === state &&
            on === event &&
            NAMES.every((name) => (when[name] ?? conditions[name]) === conditions[name]),
        );
        expect(applying.length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('use every transition of the table', () => {
    const used = cases.flatMap(([state, event]) =>
      COMBINATIONS.map((conditions) => transitionOf(state, event, conditions)),
    );
    expect(TRANSITIONS.filter((transition) => !used.includes(transition))).toEqual([]);
  });

  it('create a user exactly at completion, and send exactly one mail of each kind', () => {
    for (const { to, effects } of TRANSITIONS) {
      expect(effects.includes('create_user')).toBe(to === 'completed');
      expect(effects.includes('remove_registration')).toBe(to === 'completed' || to === 'removed');
      expect(new Set(effects).size).toBe(effects.length);
    }
  });

  it('change nothing where the request is rejected', () => {
    for (const { from, to, effects } of TRANSITIONS.filter(({ rejected }) => rejected !== undefined)) {
      expect([to, effects]).toEqual([from, []]);
    }
  });

  it('mail a confirmation link to no address that a user has', () => {
    for (const { effects, when } of TRANSITIONS) {
      if (effects.includes('mail_confirmation')) expect(when?.emailTaken).toBe(false);
      if (effects.includes('mail_email_taken')) expect(when?.emailTaken).toBe(true);
    }
  });
});
