import { TestBed } from '@angular/core/testing';
import type { Branch, GridRow } from '@gatehouse/ui-grid';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { aChange, aState } from './synchronizations.fixture';
import { SyncMarks } from './sync-marks';

const CHANGES = 'GET /prefix/services/ocean/synchronization/changes';
const listOf = (kind: string) => `${CHANGES}?kind=${kind}&state=open&limit=1000`;

const NAMES = 'GET /prefix/services/ocean/unregistered_names?offset=0';
const facts = { unregistered_names: 'safe', registered_names_only: false, total: 0 };

const branchOf = (resource_id: number, path: string, parent?: Branch): Branch =>
  ({ row: { resource_id, path }, parent }) as Branch;

describe('the marks of a permission grid', () => {
  let marks: SyncMarks;
  let api: StubbedApi;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [SyncMarks] });
    api = new StubbedApi()
      .answer('GET /prefix/services/ocean/synchronization', { synchronization: aState() })
      .answer(NAMES, facts)
      .answer(listOf('vanished'), {
        synchronization_id: 7,
        changes: [aChange(1, 'old', { kind: 'vanished', resource_id: 27 })],
      })
      .answer(listOf('appeared'), {
        synchronization_id: 7,
        changes: [aChange(2, 'new'), aChange(3, 'new/a.nc'), aChange(4, 'archive/b.nc')],
      });
    marks = TestBed.inject(SyncMarks);
  });

  const service = branchOf(9, 'ocean');
  const old = branchOf(27, 'ocean/old', service);

  it('are nothing before a synchronized service is shown', async () => {
    await marks.show(undefined);
    expect([marks.of()(service), marks.found(), marks.age()]).toEqual(['', '', '']);
  });

  it('name at a registered resource what below it is not registered', async () => {
    await marks.show('ocean');
    expect(marks.of()(service)).toBe('not registered: new, +1');
    expect(marks.of()(branchOf(26, 'ocean/archive', service))).toBe('not registered: b.nc');
    expect(marks.of()(branchOf(30, 'ocean/other', service))).toBe('');
    expect([marks.age(), marks.isOutOfSync()]).toEqual(['Last synchronized 3 hours ago.', false]);
    expect([marks.found(), marks.note()]).toEqual(['4 resources differ from the real service.', '']);
  });

  it('say that such names are refused, where they are', async () => {
    api.answer(NAMES, { ...facts, unregistered_names: 'refuse' });
    await marks.show('ocean');
    expect(marks.of()(service)).toBe('not registered, refused: new, +1');
    await marks.show(undefined);
    api.answer(NAMES, { ...facts, total: 3 });
    await marks.show('ocean');
    expect(marks.of()(service)).toBe('not registered, refused to some: new, +1');
  });

  it('are at what has vanished, and at everything below it', async () => {
    await marks.show('ocean');
    expect(marks.of()(old)).toBe('vanished at the service');
    expect(marks.of()(branchOf(28, 'ocean/old/a.nc', old))).toBe('vanished at the service');
  });

  describe('and the rows of what only the service has', () => {
    const CHILDREN = 'GET /prefix/services/ocean/synchronization/resources';
    const rowAt = (resource_id: number, path: string, level: number) =>
      ({ resource_id, path, level }) as GridRow;
    const remote = (remote_id: number, resource_name: string, fields: object = {}) => ({
      remote_id,
      resource_name,
      resource_display_name: resource_name,
      resource_type: 'file',
      problem: null,
      has_children: false,
      ...fields,
    });

    it('say what they are, and have those below them', async () => {
      api.answer(`${CHILDREN}?after=2147483647&limit=100`, {
        resources: [],
        remote_only: [
          remote(12, 'new', { has_children: true }),
          remote(14, 'b:c', { problem: 'name_invalid' }),
        ],
      });
      api.answer(`${CHILDREN}?remote_id=12&after=2147483647&limit=100`, {
        resources: [],
        remote_only: [remote(13, 'a.nc')],
      });
      expect(marks.rows()).toBeUndefined();
      await marks.show('ocean');
      const rows = marks.rows()!;
      const root = rowAt(9, 'ocean', 0);
      expect(
        [root, rowAt(26, 'ocean/archive', 1), rowAt(30, 'ocean/other', 1)].map((row) => rows.has(row)),
      ).toEqual([true, true, false]);
      const { rows: below, isLast } = await rows.page(root, undefined);
      expect([isLast, below.map(({ path, level, cells }) => [path, level, cells])]).toEqual([
        true,
        [
          ['ocean/new', 1, {}],
          ['ocean/b:c', 1, {}],
        ],
      ]);
      expect(below.map((row) => marks.of()({ row } as Branch))).toEqual([
        'not registered',
        'cannot be registered · The name cannot be the name of a resource.',
      ]);
      expect(below.map((row) => rows.has(row))).toEqual([true, false]);
      expect((await rows.page(below[0]!, undefined)).rows.map(({ path }) => path)).toEqual([
        'ocean/new/a.nc',
      ]);
    });

    it('say that their names are refused, where they are, and why they could not be read', async () => {
      api.answer(NAMES, { ...facts, unregistered_names: 'refuse' });
      await marks.show('ocean');
      expect(marks.of()({ row: { unregistered: true, resource_id: -1 } } as Branch)).toBe(
        'not registered: refused',
      );
      api.refuse(`${CHILDREN}?resource_id=26&after=2147483647&after_remote=5&limit=100`, 500, {
        error_code: 'unexpected_error',
      });
      const last = { resource_id: -5 } as GridRow;
      expect(await marks.rows()!.page(rowAt(26, 'ocean/archive', 1), last)).toEqual({
        rows: [],
        isLast: true,
      });
      expect(marks.problem()?.code).toBe('unexpected_error');
      await marks.show(undefined);
      expect(marks.rows()).toBeUndefined();
    });
  });
});
