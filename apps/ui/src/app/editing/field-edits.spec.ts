import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { ApiClient, Session } from '@gatehouse/ui-data';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { FieldEdits } from './field-edits';

interface Group {
  readonly group_name: string;
  readonly description: string;
}

const AUDIT = 'GET /prefix/audit?kind=group.changed&limit=50';

describe('a field that is edited', () => {
  let api: StubbedApi;
  let group: ReturnType<typeof signal<Group | undefined>>;
  let edits: FieldEdits<Group>;

  const read = async (description: string, revision: number): Promise<void> => {
    const body = { group: { group_name: 'hydro', description } };
    api.answer('GET /prefix/groups/hydro', body, { headers: { 'X-Access-Revision': String(revision) } });
    const path = { group_name: 'hydro' };
    const reply = await TestBed.inject(ApiClient).get('/groups/{group_name}', { path });
    group.set(reply.group as unknown as Group);
    TestBed.tick();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const entry = (revision: number, after: string, name: string) => ({
    revision,
    time: new Date(Date.now() - 120_000).toISOString(),
    actor: { user_name: name },
    changes: [{ field: 'description', before: 'first', after, concealed: false }],
  });

  beforeEach(async () => {
    api = new StubbedApi();
    TestBed.configureTestingModule({
      providers: [{ provide: Session, useValue: { isAdministrator: signal(true) } }],
    });
    group = signal<Group | undefined>(undefined);
    edits = TestBed.runInInjectionContext(
      () => new FieldEdits<Group>({ current: group, kind: 'group.changed' }),
    );
    await read('first', 57);
  });

  it('has the revision at which its editing began, whatever is read meanwhile', async () => {
    expect(edits.since('description')).toBe(57);
    edits.begin('description');
    api.answer(AUDIT, { entries: [] });
    await read('second', 61);
    edits.begin('description');
    expect(edits.since('description')).toBe(57);
    edits.end('description');
    expect(edits.since('description')).toBe(61);
    expect(edits.notice('description')).toBe('');
  });

  it('has a notice with the name and time of the change by somebody else', async () => {
    edits.begin('description');
    expect(edits.notice('description')).toBe('');
    const entries = [entry(63, 'other group', 'bo'), entry(61, 'second', 'ada'), entry(50, 'second', 'cy')];
    api.answer(AUDIT, { entries });
    await read('second', 63);
    expect(edits.notice('description')).toBe('Changed by ada, 2 minutes ago.');
    expect(edits.notice('group_name')).toBe('');
  });

  it('has a notice without a name if the audit log cannot be read, and none after the change was reverted', async () => {
    edits.begin('description');
    api.refuse(AUDIT, 503);
    await read('second', 61);
    expect(edits.notice('description')).toBe('Somebody else has changed this meanwhile.');
    await read('first', 64);
    expect(edits.notice('description')).toBe('');
  });
});
