import { TestBed } from '@angular/core/testing';
import type { Branch } from '@gatehouse/ui-grid';
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
});
