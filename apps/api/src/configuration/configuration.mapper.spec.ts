import type { Message } from '@gatehouse/desired-state';
import { type ReviewedPlan, toPlan } from './configuration.mapper';

const SIDE = { administrators: [], anonymous: false, users: 0, decisions: 0, rows: [], entries: [] };
const REVIEWED: ReviewedPlan = {
  plan: {
    revision: 1,
    changes: [],
    kept: [],
    messages: [],
    named: {
      nodes: new Set(),
      statedNodes: new Set(),
      principals: [],
      memberships: [],
      assignments: [],
      serviceFields: new Map(),
    },
  },
  hash: 'h',
  history: '1',
  effect: { revision: 1, isComplete: true, gains: SIDE, losses: SIDE, reconfigured: [] },
  givesAccess: false,
  effectHash: 'e',
};

describe('the reply to a plan', () => {
  it('has the messages that refuse it first, of as many as a body may lead to', () => {
    const message = (severity: Message['severity'], index: number): Message => ({
      severity,
      code: 'service_not_found',
      path: `permissions[${index}]`,
      detail: { en: '', fr: '' },
      remedy: { en: '', fr: '' },
    });
    const messages = Array.from({ length: 200_000 }, (_, index) =>
      message(index % 2 === 0 ? 'warning' : 'skipped', index),
    );
    const set = { name: 'a', prune: 'assignments', adopt: false } as const;
    const reply = toPlan(REVIEWED, set, messages, { isStrict: false, locale: 'en' });
    expect([reply.refused, reply.message_count, reply.messages.length]).toEqual([true, 200_000, 1_000]);
    expect(reply.messages.slice(0, 2).map(({ path }) => path)).toEqual(['permissions[1]', 'permissions[3]']);
  });
});
