import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExpectations } from './expectations';
import { reportOf } from './reports';

const ALLOWED = 'expected: allowed';

describe('expectations', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-expectations-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function read(...entries: readonly string[]) {
    const path = join(folder, 'policy.yml');
    writeFileSync(path, `expectations:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`);
    return readExpectations([path]);
  }

  it('are about a user, a group or everyone, and a permission or a whole request', async () => {
    const found = await read(
      `{ user: ada, permission: read, on: a/b, ${ALLOWED}, because: group x }`,
      '{ group: x, request: POST /ows/proxy/a, headers: { Content-Type: text/xml }, body: "<a/>", expected: denied }',
      `{ everyone: true, request: a/b, ${ALLOWED} }`,
    );
    expect(
      found.map(({ subject, question, expected, because }) => [subject, question, expected, because]),
    ).toEqual([
      [{ user: 'ada' }, { permission: 'read', on: 'a/b' }, 'allowed', 'group x'],
      [
        { group: 'x' },
        { request: 'POST /ows/proxy/a', headers: { 'Content-Type': 'text/xml' }, body: '<a/>' },
        'denied',
        undefined,
      ],
      ['everyone', { request: 'a/b' }, 'allowed', undefined],
    ]);
  });

  it.each([
    [`{ permission: read, on: a, ${ALLOWED} }`, 'it is about exactly one of user, group and everyone'],
    [`{ user: a, group: b, permission: read, on: a, ${ALLOWED} }`, 'it is about exactly one'],
    [`{ everyone: false, permission: read, on: a, ${ALLOWED} }`, 'everyone is true or absent'],
    [`{ user: 1, permission: read, on: a, ${ALLOWED} }`, 'user and group are names'],
    [`{ user: a, permission: read, ${ALLOWED} }`, 'either a request, or a permission and on'],
    [`{ user: a, permission: read, on: a, request: b, ${ALLOWED} }`, 'either a request, or'],
    [`{ user: a, permission: read, on: a, body: b, ${ALLOWED} }`, 'headers and body belong to a request'],
    [`{ user: a, request: b, headers: [x], ${ALLOWED} }`, 'headers are texts by their names'],
    [`{ user: a, request: b, body: 1, ${ALLOWED} }`, 'body is a text'],
    ['{ user: a, request: b }', 'expected is allowed or denied'],
    [`{ user: a, request: b, ${ALLOWED}, because: 1 }`, 'because is a text'],
    [`{ user: a, request: b, ${ALLOWED}, becuase: x }`, 'there is no field becuase'],
  ])('that are written as %s are refused', async (entry, message) => {
    await expect(read(`{ user: a, request: b, ${ALLOWED} }`, entry)).rejects.toThrow(
      expect.objectContaining({ message: expect.stringMatching(/policy\.yml, expectation 2: /) }),
    );
    await expect(read(entry)).rejects.toThrow(message);
  });

  it('are reported in TAP and JUnit with what explains them, and with the coverage', async () => {
    const [first, second] = await read(
      `{ user: ada, permission: read, on: 'a<b', ${ALLOWED} }`,
      `{ everyone: true, request: 'GET a?x=#1', ${ALLOWED} }`,
    );
    const results = [
      { ...first!, actual: 'allowed', reason: 'user ada', evidence: [], problem: null },
      {
        ...second!,
        actual: 'denied',
        reason: 'no-permission',
        evidence: ['\u001b[31m'],
        problem: 'it is denied',
      },
    ] as const;
    const undecided = [{ key: '', holder: 'group x', permission: 'read', on: 'a', at: 'a.yml:3' }];
    const coverage = { assignments: 2, decided: 1, undecided };
    const paint = (_colour: string, text: string) => text;
    const tap = reportOf('tap', results, paint, coverage);
    expect(tap.split('\n')).toEqual(
      expect.arrayContaining([
        'TAP version 14',
        '1..2',
        'ok 1 - read on a<b is allowed to user ada',
        'not ok 2 - GET a?x=\\#1 is allowed to everyone',
        '# 1 of 2 assignments decide an expectation.',
        '# decides none: group x: read on a (a.yml:3)',
      ]),
    );
    const junit = reportOf('junit', results, paint, coverage);
    expect(junit).toContain('name="read on a&lt;b is allowed to user ada"');
    expect(junit).toContain('<system-out>1 of 2 assignments decide an expectation.\ndecides none: group x');
    expect(tap + junit).not.toContain('\u001b');
  });
});
