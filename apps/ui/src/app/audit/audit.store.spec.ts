import { TestBed } from '@angular/core/testing';
import type { AuditEntryDto } from '@gatehouse/dto';
import { AuditApi } from '@gatehouse/ui-data';
import { AuditStore } from './audit.store';

const entries = (...ids: number[]) => ids.map((id) => ({ id }) as AuditEntryDto);

describe('the entries of the audit log', () => {
  const waiting: ((found: AuditEntryDto[]) => void)[] = [];
  let store: AuditStore;

  beforeEach(async () => {
    waiting.length = 0;
    const api = { entries: () => new Promise<AuditEntryDto[]>((resolve) => waiting.push(resolve)) };
    TestBed.configureTestingModule({ providers: [AuditStore, { provide: AuditApi, useValue: api }] });
    store = TestBed.inject(AuditStore);
    const shown = store.show({});
    waiting[0]?.(entries(2, 1));
    await shown;
  });

  it('are not offered as new if they were read again before the announcement was looked up', async () => {
    const refreshed = store.refresh();
    const looked = store.lookForNewer();
    waiting[1]?.(entries(3, 2, 1));
    await refreshed;
    waiting[2]?.(entries(3));
    await looked;
    expect(store.hasNewer()).toBe(false);
  });

  it('are offered as new if they came while others were read', async () => {
    const refreshed = store.refresh();
    const looked = store.lookForNewer();
    waiting[2]?.(entries(4));
    await looked;
    waiting[1]?.(entries(3, 2, 1));
    await refreshed;
    expect(store.hasNewer()).toBe(true);
  });
});
