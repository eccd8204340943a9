import { TestBed } from '@angular/core/testing';
import type { AuditEntryDto } from '@gatehouse/dto';
import { provideRouter } from '@angular/router';
import { EVENT_STREAM } from '@gatehouse/ui-data';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
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
    objects: [{ kind: 'group', id: 4, name: 'hydro' }],
    changes: [{ field: 'access', before: 'allow', after: 'deny', concealed: false }],
    details: {},
    occurrences: 1,
    ...of,
  };
}

const first = 'GET /prefix/audit?limit=50';

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

  it('shows each change with its object, its actor, the address, and the values before and after', async () => {
    const page = await render(AuditPage);
    expect(page.text).toContain('Permission of a group changed');
    expect(page.text).toContain('by ada as administrator from 192.0.2.7 revision 42 request r-1');
    expect(page.text).toContain('access Before allow After deny');
  });

  it('marks secrets as such, and how often an event occurred', async () => {
    const changes = [{ field: 'password', before: null, after: null, concealed: true }];
    const failed = { kind: 'sign_in.failed', revision: null, changes: [], occurrences: 3 };
    api.answer(first, { entries: [entry(2, { kind: 'user.changed', changes }), entry(1, failed)] });
    const page = await render(AuditPage);
    expect(page.text).toContain('password secret, not recorded');
    expect(page.text).toContain('Sign-in failed 3 times');
  });

  it('offers to undo only changes of permissions, asks for confirmation, and reports the result', async () => {
    api.answer('POST /prefix/changes/42/undo', { revision: 51, changed: 1 });
    const page = await render(AuditPage);
    expect(page.element.querySelectorAll('gh-audit-entry .undo')).toHaveLength(1);
    await page.button('Undo revision 42').click();
    expect(page.text).toContain('Undo this change?');
    expect(api.calls).not.toContain('POST /prefix/changes/42/undo');
    const confirm = [...page.element.querySelectorAll<HTMLButtonElement>('gh-confirmation button')].at(-1);
    confirm?.click();
    await page.settle();
    expect(api.calls).toContain('POST /prefix/changes/42/undo');
    expect(page.text).not.toContain('Undo this change?');
  });

  it('keeps the dialog open with the reason if nothing was undone', async () => {
    api.refuse('POST /prefix/changes/42/undo', 409);
    const page = await render(AuditPage);
    await page.button('Undo revision 42').click();
    [...page.element.querySelectorAll<HTMLButtonElement>('gh-confirmation button')].at(-1)?.click();
    await page.settle();
    expect(page.text).toContain('Nothing was undone. Refused with 409.');
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
