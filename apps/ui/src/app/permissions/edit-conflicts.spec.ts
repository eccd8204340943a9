import { TestBed } from '@angular/core/testing';
import { EVENT_STREAM } from '@gatehouse/ui-data';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { EditConflicts } from './edit-conflicts';
import { EditsInProgress } from './edits-in-progress';

const allow = { access: 'allow', scope: 'recursive' } as const;
const deny = { access: 'deny', scope: 'recursive' } as const;
const COMPARE = 'POST /prefix/permissions/changed_since';
const editors = { kind: 'group', name: 'editors' } as const;

interface Stream {
  closed?: boolean;
  readonly readyState: number;
  close(): void;
  onmessage?: (event: { data: string }) => void;
}

describe('edits of permissions', () => {
  const streams: Stream[] = [];
  let api: StubbedApi;
  let conflicts: EditConflicts;
  let edits: EditsInProgress;

  beforeEach(() => {
    jest.useFakeTimers();
    streams.length = 0;
    const open = () => {
      const stream: Stream = { readyState: 1, close: () => (stream.closed = true) };
      streams.push(stream);
      return stream;
    };
    TestBed.configureTestingModule({ providers: [{ provide: EVENT_STREAM, useValue: open }] });
    api = new StubbedApi();
    others();
    conflicts = TestBed.inject(EditConflicts);
    edits = TestBed.inject(EditsInProgress);
  });
  afterEach(() => {
    edits.discard();
    TestBed.tick();
    jest.advanceTimersByTime(1_000);
    jest.useRealTimers();
  });

  const changed = (of: object = {}) => ({
    resource_id: 3,
    group_name: 'editors',
    permission_name: 'read',
    current: deny,
    deleted: false,
    revision: 60,
    changed_by: 'ada',
    changed_at: '2026-11-23T18:20:07.000Z',
    ...of,
  });
  const others = (...assignments: object[]) => api.answer(COMPARE, { revision: 60, assignments });
  const edit = (revision = 59, resource_id = 3) => {
    const row = { resource_id, path: 'archive/land' };
    edits.of(editors).set(row, 'read', { assignment: null, revision }, allow);
    TestBed.tick();
  };
  const event = async (revision: number, kinds: readonly string[] | undefined = ['group_rule']) => {
    streams.at(-1)?.onmessage?.({ data: JSON.stringify({ revision, kinds }) });
    await settle();
  };
  const settle = async () => {
    TestBed.tick();
    await jest.advanceTimersByTimeAsync(2_500);
    TestBed.tick();
  };

  it('are marked when somebody else changes the same assignment, with who did it and when', async () => {
    edit();
    others(changed());
    await event(60);
    expect(conflicts.list()).toMatchObject([
      {
        path: 'archive/land',
        remote: { now: deny, by: 'ada', at: '2026-11-23T18:20:07.000Z', revision: 60 },
      },
    ]);
    const { changes } = api.requests.at(-1)!.body as { changes: object[] };
    expect(changes).toMatchObject([{ resource_id: 3, group_name: 'editors', revision: 59 }]);
  });

  it('are compared with what happened after their row was read only, once for several events', async () => {
    edit(60);
    await event(60);
    await event(61, ['session_token']);
    expect(api.calls).toEqual([]);
    for (let revision = 62; revision < 70; revision++)
      streams[0]?.onmessage?.({ data: JSON.stringify({ revision, kinds: ['user_rule'] }) });
    await settle();
    expect(api.calls).toEqual([COMPARE]);
  });

  it('in a row that was read before the newest change are compared when they are made', async () => {
    edit(60);
    await event(60);
    others(changed({ resource_id: 4 }));
    edit(58, 4);
    await settle();
    expect(conflicts.list().map(({ resourceId }) => resourceId)).toEqual([4]);
    const count = api.calls.length;
    await settle();
    expect(api.calls).toHaveLength(count);
  });

  it('are withdrawn when somebody else makes the same change, and based on it when the old state is restored', async () => {
    edit();
    edit(59, 4);
    others(changed({ current: allow }), changed({ resource_id: 4, current: null, revision: 61 }));
    await event(61);
    expect(edits.planned()).toMatchObject([{ resourceId: 4, revision: 61 }]);
    expect(conflicts.list()).toEqual([]);
  });

  it('replace the change of somebody else, or yield to it, as the user decides', async () => {
    edit();
    edit(59, 4);
    others(changed(), changed({ resource_id: 4 }));
    await event(60);
    const [first, second] = conflicts.list();
    conflicts.decide(first!, 'mine');
    conflicts.decide(second!, 'theirs');
    expect(edits.planned()).toMatchObject([
      { resourceId: 3, atEdit: null, before: deny, after: allow, revision: 60 },
    ]);
    expect(conflicts.list()).toEqual([]);
  });

  it('of a deleted resource can only be discarded', async () => {
    edit();
    others(changed({ current: null, deleted: true }));
    await event(60, ['resource']);
    conflicts.decide(conflicts.list()[0]!, 'mine');
    expect(edits.planned()).toEqual([]);
  });

  it('are followed only while there are any', async () => {
    TestBed.tick();
    expect(streams).toEqual([]);
    edit();
    expect(streams).toHaveLength(1);
    edits.discard();
    TestBed.tick();
    jest.advanceTimersByTime(1_000);
    expect(streams[0]?.closed).toBe(true);
  });
});
