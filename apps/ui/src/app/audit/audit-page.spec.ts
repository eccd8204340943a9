import { TestBed } from '@angular/core/testing';
import type { AuditEntryDto } from '@gatehouse/dto';
import { provideRouter } from '@angular/router';
import { EVENT_STREAM } from '@gatehouse/ui-data';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { isObject, noFilter, toFilter } from './audit-filter';
import { AuditPage } from './audit-page';

function entry(id: number, of: Partial<AuditEntryDto> = {}): AuditEntryDto {
  return {
    id,
    time: '2026-11-21T09:15:00.000Z',
    kind: 'group_permission.changed',
    revision: 40 + id,
    actor: {
      kind: 'user',
      user_id: 1,
      user_name: 'ada',
      role: 'administrator',
      address: '192.0.2.7',
      request_id: 'r-1',
    },
    objects: [
      { kind: 'group', id: 4, name: 'hydro', path: null },
      { kind: 'resource', id: 31, name: 'delta', path: 'rivers/delta' },
    ],
    changes: [
      { field: 'group_id', before: null, after: '4', concealed: false },
      { field: 'access', before: 'allow', after: 'deny', concealed: false },
    ],
    about: { name: 'read', access: 'deny', scope: 'recursive' },
    details: {},
    occurrences: 1,
    summary: {
      kinds: [{ kind: 'group_permission.changed', count: 1 }],
      provider: null,
      undoable: of.kind === undefined,
    },
    ...of,
  };
}

const first = 'GET /prefix/audit?by_revision=true&limit=50';

describe('the audit log', () => {
  let api: StubbedApi;
  let announce: () => void;

  beforeEach(() => {
    api = new StubbedApi().answer(first, { entries: [entry(2), entry(1, { kind: 'user.created' })] });
    const stream: { onmessage?: (event: { data: string }) => void; close: () => void } = {
      close: () => undefined,
    };
    announce = () => stream.onmessage?.({ data: '{"revision":50,"kinds":["group"]}' });
    TestBed.configureTestingModule({
      providers: [provideRouter([]), { provide: EVENT_STREAM, useValue: () => stream }],
    });
  });

  it('says in a sentence what happened, with address, revision and request, and values on demand', async () => {
    const page = await render(AuditPage);
    expect(page.text).toContain(
      'ada denied read to hydro (group) on rivers/delta and below (granted before)',
    );
    expect(page.text).toContain('from 192.0.2.7 revision 42');
    expect(page.text).toContain('access Before allow After deny Request r-1');
    expect(page.text).not.toContain('group_id');
    expect(page.element.querySelector('time')?.title).toMatch(/21 November 2026|November 21, 2026/);
    expect(page.element.querySelector('time')?.title).toMatch(/:15:00.*(?:UTC|GMT|[A-Z]{3,})/);
  });

  it('is filtered by any kind of the API, also by a narrower one of the address', async () => {
    api.answer(`${first}&kind=user.deleted`, { entries: [] });
    const page = await render(AuditPage, { kind: 'user.deleted' });
    const select = page.element.querySelector('select')!;
    expect([select.value, select.selectedOptions[0]?.text]).toEqual(['user.deleted', 'user deleted']);
    const offered = [...select.options].map(({ value }) => value);
    expect(offered).toEqual(expect.arrayContaining(['', 'group_terms', 'terms_acceptance', 'audit']));
  });

  it('divides entries by the days of the reader', async () => {
    const [today, before] = [new Date(), new Date()];
    before.setDate(before.getDate() - 1);
    const times = [today.toISOString(), before.toISOString(), '2024-02-29T12:00:00Z'];
    api.answer(first, { entries: times.map((time, at) => entry(9 - at, { time })) });
    const page = await render(AuditPage);
    expect([...page.element.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
      expect.stringMatching(/^Thursday.*2024$/),
    ]);
  });

  it('shows a revision once, and all of its entries on demand', async () => {
    const kinds = [
      { kind: 'user.deleted', count: 1 },
      { kind: 'session.deleted', count: 2 },
    ];
    const objects = [{ kind: 'user', id: 4, name: 'bob', path: null }];
    const deleted = entry(2, {
      kind: 'user.deleted',
      objects,
      summary: { kinds, provider: null, undoable: false },
    });
    const session = (id: number) => entry(id, { kind: 'session.deleted', objects });
    api
      .answer(first, { entries: [deleted] })
      .answer('GET /prefix/audit?revision=42&limit=100', { entries: [deleted, session(1), session(0)] });
    const page = await render(AuditPage);
    expect(page.text).toContain('ada deleted the user bob with 2 sessions');
    const details = page.element.querySelector('details')!;
    expect(details.querySelector('summary')?.textContent).toBe('All 3 entries');
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    await page.settle();
    expect([...details.querySelectorAll('li')].map(({ textContent }) => textContent?.trim())).toEqual([
      'A session of bob ended',
      'A session of bob ended',
      'ada deleted the user bob',
    ]);
  });

  it.each([
    [{ rows: 1, in_progress: false }, '1 row was removed afterwards.'],
    [{ rows: 448000, in_progress: true }, '448,000 rows have been removed since; the removal goes on.'],
  ])('says how far the removal after a large deletion is: %j', async (removal, text) => {
    const objects = [{ kind: 'group' as const, id: 4, name: 'hydro', path: null }];
    const kinds = [
      { kind: 'membership.deleted', count: 1 },
      { kind: 'group.deleted', count: 1 },
    ];
    const deleted = entry(9, {
      kind: 'group.deleted',
      revision: 42,
      objects,
      removal,
      summary: { kinds, provider: null, undoable: false },
    });
    api.answer(first, { entries: [deleted] });
    // Its own entries, without those of the steps that follow it.
    api.answer('GET /prefix/audit?revision=42&limit=100&after=10', {
      entries: [entry(9, { kind: 'membership.deleted', objects }), { ...deleted, id: 8 }],
    });
    const page = await render(AuditPage);
    expect(page.text).toContain(`ada deleted the group hydro with 1 membership`);
    expect(page.text).toContain(text);
    const details = page.element.querySelector('details')!;
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    await page.settle();
    expect(details.querySelectorAll('li')).toHaveLength(2);
  });

  it('marks secrets as such, and how often an event occurred', async () => {
    const changes = [{ field: 'password', before: null, after: null, concealed: true }];
    const objects = [{ kind: 'user', id: 4, name: 'bob', path: null }];
    const details = { reason: 'wrong_credentials' };
    const failed = { kind: 'sign_in.failed', revision: null, changes: [], objects, details, occurrences: 3 };
    api.answer(first, { entries: [entry(2, { kind: 'user.changed', objects, changes }), entry(1, failed)] });
    const page = await render(AuditPage);
    expect(page.text).toContain('ada changed the password of the user bob');
    expect(page.text).toContain('password secret, not recorded');
    expect(page.text).toContain('Somebody could not sign in as bob 3 times');
    expect(page.text).toContain('Reason wrong password');
  });

  describe('with a revision that can be undone', () => {
    const list = 'GET /prefix/audit?revision=42&limit=101';

    beforeEach(() => {
      const effect = { permission_name: 'read', gained: { users: 39 }, lost: { users: 0 } };
      api
        .answer(list, { entries: [entry(2)] })
        .answer('POST /prefix/permissions/preview', { effects: [effect] })
        .answer('POST /prefix/changes/42/undo', { revision: 51, changed: 1 });
    });

    const confirm = (page: Rendered<AuditPage>): Promise<void> => {
      [...page.element.querySelectorAll<HTMLButtonElement>('gh-confirmation button')].at(-1)?.click();
      return page.settle();
    };

    it('lists what an undo restores, and who gains or loses what', async () => {
      const page = await render(AuditPage);
      expect(page.element.querySelectorAll('gh-audit-entry .undo')).toHaveLength(1);
      await page.button('Undo revision 42').click();
      expect(page.text).toContain('Undo this change? Revision 42 changed 1 permission assignment.');
      expect(page.text).toContain('read for hydro (group) on rivers/delta Before denied After granted');
      expect(page.text).toContain('39 users gain read.');
      const { body } = api.requests.find(({ path }) => path === '/prefix/permissions/preview')!;
      expect(body).toEqual({
        changes: [
          {
            resource_id: 31,
            group_name: 'hydro',
            permission_name: 'read',
            access: 'allow',
            scope: 'recursive',
          },
        ],
        limit: 1,
      });
      expect(api.calls).not.toContain('POST /prefix/changes/42/undo');
    });

    it('shows the new entry at once, says who undid the other one, and keeps the focus there', async () => {
      const page = await render(AuditPage);
      await page.button('Undo revision 42').click();
      const undone_by = { revision: 51, time: new Date().toISOString(), user_name: 'ada' };
      const { summary } = entry(2);
      api.answer(first, {
        entries: [
          entry(3, { revision: 51, actor: { ...entry(3).actor, role: 'undo:42' } }),
          entry(2, { summary: { ...summary!, undoable: false, undone_by } }),
          entry(1, { kind: 'user.created' }),
        ],
      });
      await confirm(page);
      expect(page.text).not.toContain('Undo this change?');
      expect(page.text).toContain('undo of revision 42');
      expect(page.text).toContain('Undone by ada 1 second ago');
      expect(page.element.querySelectorAll('gh-audit-entry')).toHaveLength(3);
      expect(document.activeElement?.getAttribute('data-revision')).toBe('42');
      expect(
        [...page.element.querySelectorAll('.undo')].map((each) => each.getAttribute('aria-label')),
      ).toEqual(['Undo revision 51']);
    });

    it('keeps the dialog open with the reason if nothing was undone', async () => {
      api.refuse('POST /prefix/changes/42/undo', 409);
      const page = await render(AuditPage);
      await page.button('Undo revision 42').click();
      await confirm(page);
      expect(page.text).toContain('Nothing was undone. Refused with 409.');
    });

    it('can be undone although what it restores could not be listed', async () => {
      api.refuse(list, 503);
      const page = await render(AuditPage);
      await page.button('Undo revision 42').click();
      expect(page.text).toContain('The assignments could not be listed.');
      await confirm(page);
      expect(api.calls).toContain('POST /prefix/changes/42/undo');
    });
  });

  it('offers new entries when they arrive, and does not show them until requested', async () => {
    const page = await render(AuditPage);
    api.answer('GET /prefix/audit?limit=1', { entries: [entry(3)] });
    announce();
    await page.settle();
    expect(page.element.querySelectorAll('gh-audit-entry')).toHaveLength(2);
    api.answer(first, { entries: [entry(3), entry(2), entry(1)] });
    await page.button('Show new entries').click();
    expect(page.element.querySelectorAll('gh-audit-entry')).toHaveLength(3);
    expect(page.text).not.toContain('Show new entries');
  });

  it('can be tried again if it could not be loaded', async () => {
    api.refuse(first, 503);
    const page = await render(AuditPage);
    expect(page.banner().text).toContain('The audit log could not be loaded. Refused with 503.');
    api.answer(first, { entries: [] });
    await page.button('Try again').click();
    expect(page.text).toContain('Nothing has been recorded yet.');
  });
});

describe('the filter of the audit log', () => {
  it('includes both of its days, in the time zone of the browser', () => {
    const { from, to } = toFilter({ ...noFilter, from: '2026-11-01', to: '2026-11-30' });
    expect([from, to].map((time) => new Date(time ?? '').toString().slice(0, 24))).toEqual([
      'Sun Nov 01 2026 00:00:00',
      'Tue Dec 01 2026 00:00:00',
    ]);
  });

  it.each(['', 'user:ada', 'group:Ocean models', 'resource:31'])('accepts %j as an object', (text) => {
    expect(isObject(text)).toBe(true);
  });

  it.each(['ada', 'user:', 'webhook:1', 'user: ada'])('does not accept %j as an object', (text) => {
    expect(isObject(text)).toBe(false);
  });
});
