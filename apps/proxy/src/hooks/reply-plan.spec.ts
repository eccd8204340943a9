import fc from 'fast-check';
import { AccessSnapshot } from '@gatehouse/access-engine';
import { patternEngine } from '@gatehouse/patterns';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { hooksOf, matchRequest } from '@gatehouse/proxy-options';
import { valuesOf } from './hook-call';
import { HookFailed } from './hook-failed';
import { readJson } from './json-body';
import { finished } from '@gatehouse/request-body';
import { planReply as planInSteps } from './reply-plan';

const planReply = (...input: Parameters<typeof planInSteps>) => finished(planInSteps(...input));
import { changeRequest } from './request-hooks';

const snapshot = AccessSnapshot.load(
  {
    revision: 1,
    users: [{ id: 7, name: 'ada' }],
    groups: [],
    memberships: [],
    resources: [
      { id: 1, name: 'jobs', type: 'service', parentId: null, rootServiceId: null, ordering: 0 },
      { id: 2, name: 'a', type: 'route', parentId: 1, rootServiceId: 1, ordering: 1 },
    ],
    services: [{ resourceId: 1, type: 'api', url: 'http://localhost', configuration: null, proxy: null }],
    userAssignments: [{ principalId: 7, resourceId: 2, name: 'read', access: 'allow', scope: 'match' }],
    groupAssignments: [],
  },
  { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'anonymous' },
  TYPE_CATALOGUE,
);
const service = snapshot.service(1)!;
const caller = { id: 7, name: 'ada' };

const text = fc.constantFrom(
  '${path.id}',
  '${body.id}',
  '${body.list.0.id}',
  '${caller.name}',
  'a',
  '-',
  '/',
  '${query.q}',
);
const template = fc.array(text, { maxLength: 3 }).map((parts) => parts.join(''));
const path = template.map((rest) => (rest === '' ? '' : `/${rest}`));
const onReply = fc.oneof(
  fc.record({ set_header: fc.dictionary(fc.constantFrom('X-A', 'Location'), template, { minKeys: 1 }) }),
  fc.record({ remove_header: fc.constantFrom('ETag', 'x-a') }),
  fc.record({ create_resource: fc.record({ below: path, name: template, type: fc.constant('route') }) }),
  fc.record({
    grant: fc.record({
      to: fc.oneof(fc.constant('caller'), fc.constant({ group: 'g' })),
      permission: fc.constantFrom('read', 'write-match'),
      on: fc.oneof(fc.constant('created'), path),
    }),
  }),
  fc.record({
    filter_list: fc.record({
      items: fc.constantFrom('', 'list', 'id.list'),
      path: fc.oneof(path, fc.constant('/${item.id}')),
      counts: fc.constantFrom('id', 'total'),
    }),
  }),
);
const onRequest = fc.oneof(
  fc.record({ set_header: fc.dictionary(fc.constantFrom('X-A', 'Authorization'), template, { minKeys: 1 }) }),
  fc.record({ add_query: fc.dictionary(fc.constantFrom('a', 'b c'), template, { minKeys: 1 }) }),
);
const value = fc.oneof(fc.jsonValue(), fc.constantFrom('a', 'job-1', 3, '..', 'ä', '\ud800', 'a\r\nb'));
const body = fc.oneof(
  value,
  fc.record({ id: value, list: fc.array(fc.oneof(fc.record({ id: value }), value)), total: fc.nat() }),
);

describe('hooks that are valid', () => {
  const hookOf = (on: string, actions: readonly object[]) => {
    const hooks = hooksOf(
      [{ on, when: { path: '/(?<id>.*)', query: '(?<q>.*)' }, do: actions }],
      patternEngine,
    );
    return hooks === 'unreadable' ? undefined : hooks[0];
  };
  const request = { method: 'GET', path: '/jobs/1', query: 'x=y', caller };

  it('handle every reply, or fail with HookFailed', () => {
    let planned = 0;
    fc.assert(
      fc.property(
        fc.array(onReply, { minLength: 1, maxLength: 3 }),
        body,
        fc.boolean(),
        (actions, json, isHead) => {
          const hook = hookOf('response', actions);
          const match = hook && matchRequest(hook, request);
          if (!hook || match === undefined || match === 'too long') return;
          try {
            const input = finished(readJson(Buffer.from(JSON.stringify(json)), Infinity));
            if (input && 'problem' in input) throw new HookFailed(input.problem);
            const plan = planReply(
              hook,
              { service, callerId: 7, snapshot, patterns: patternEngine, isHead },
              valuesOf(match, request),
              input,
            );
            if (plan.text !== undefined) JSON.parse(plan.text);
            planned++;
          } catch (error) {
            expect(error).toBeInstanceOf(HookFailed);
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(planned).toBeGreaterThan(100);
  });

  it('change every request to a valid one, or fail with HookFailed', () => {
    let changed = 0;
    fc.assert(
      fc.property(fc.array(onRequest, { minLength: 1, maxLength: 3 }), body, (actions, json) => {
        const hook = hookOf('request', actions);
        const match = hook && matchRequest(hook, request);
        if (!hook || match === undefined || match === 'too long') return;
        try {
          const { edits, query } = changeRequest(hook, { ...valuesOf(match, request), body: json }, '?x=y');
          for (const edit of edits) if (edit.kind === 'set') expect(edit.value).toMatch(/^[\x20-\x7e]*$/);
          expect(query).toMatch(/^\?x=y(?:&[\w.~!'()*%-]+=[\w.~!'()*%-]*)*$/);
          changed++;
        } catch (error) {
          expect(error).toBeInstanceOf(HookFailed);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(changed).toBeGreaterThan(100);
  });
});
