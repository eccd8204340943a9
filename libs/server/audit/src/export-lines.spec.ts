import type { AuditEntry } from './audit-entry';
import { csvHeader, csvLine } from './index';

const ENTRY: AuditEntry = {
  id: 7,
  time: new Date('2026-11-22T10:00:00Z'),
  kind: 'group.changed',
  revision: 3,
  actor: { kind: 'user', id: 1, name: 'ada', role: null, address: '192.0.2.1', requestId: null },
  objects: [{ kind: 'group', id: 4, name: 'hydro', path: null }],
  changes: [{ field: 'description', before: 'a "b", c', after: null, concealed: false }],
  about: {},
  details: {},
  occurrences: 1,
  summary: null,
  removal: null,
};

describe('a line of the CSV export', () => {
  it('has a cell for each column of the header, quoted where it needs to be', () => {
    expect(csvLine(ENTRY)).toBe(
      '7,2026-11-22T10:00:00.000Z,group.changed,3,user,1,ada,,192.0.2.1,,group 4 (hydro),"description: a ""b"", c → (none)",,1\r\n',
    );
    expect(csvHeader().split(',')).toHaveLength(14);
  });

  it('conceals secrets and writes values that are not texts as JSON', () => {
    const changes = [
      { field: 'password', before: null, after: null, concealed: true },
      { field: 'configuration', before: { a: [1] }, after: true, concealed: false },
    ];
    expect(csvLine({ ...ENTRY, changes })).toContain(
      'password: (concealed); configuration: {""a"":[1]} → true',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '|calc', '%0A', '\u0000=1'])(
    'does not turn %j into a formula',
    (name) => {
      const line = csvLine({ ...ENTRY, actor: { ...ENTRY.actor, name } });
      expect(line).toMatch(/,1,"'[^,]*",/);
    },
  );
});
