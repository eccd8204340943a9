import { createPublicKey } from 'node:crypto';
import { AccessSnapshot } from '@gatehouse/access-engine';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { type JwtPayload, verify } from 'jsonwebtoken';
import { IdentityHeader } from './identity-header';

const MAPS = { resourceId: 1, name: 'maps' };
const NAMES = { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'anonymous' };
const NOW = 1_800_000_000;

function snapshot(): AccessSnapshot {
  return AccessSnapshot.load(
    {
      revision: 1,
      users: [{ id: 7, name: 'ada' }],
      groups: [
        { id: 2, name: 'writers' },
        { id: 3, name: 'readers' },
      ],
      memberships: [
        { userId: 7, groupId: 2 },
        { userId: 7, groupId: 3 },
      ],
      resources: [],
      services: [],
      userAssignments: [],
      groupAssignments: [],
    },
    NAMES,
    TYPE_CATALOGUE,
  );
}

describe('the identity header', () => {
  let header: IdentityHeader;
  beforeEach(() => {
    header = new IdentityHeader({
      secret: 'x'.repeat(40),
      publicUrl: 'https://gate.example.org/api',
      adminGroup: 'administrators',
    });
  });
  const read = (value: string | undefined, at = NOW): JwtPayload =>
    verify(value ?? '', createPublicKey({ key: { ...header.publicKey }, format: 'jwk' }), {
      algorithms: ['ES256'],
      issuer: 'https://gate.example.org/api',
      audience: 'maps',
      clockTimestamp: at,
    }) as JwtPayload;

  it('identifies the caller and the service, for a minute', () => {
    const value = header.valueFor(snapshot(), MAPS, 7, NOW);
    expect(read(value)).toEqual({
      iss: 'https://gate.example.org/api',
      aud: 'maps',
      sub: '7',
      name: 'ada',
      groups: ['readers', 'writers'],
      iat: NOW,
      exp: NOW + 60,
    });
    expect(() => read(value, NOW + 61)).toThrow('expired');
  });

  it('is absent for a user that does not exist', () => {
    expect(header.valueFor(snapshot(), MAPS, 8, NOW)).toBeUndefined();
  });

  it('is reused while half of its lifetime is left, and only for the same user and service', () => {
    const rows = snapshot();
    const first = header.valueFor(rows, MAPS, 7, NOW);
    expect(header.valueFor(rows, MAPS, 7, NOW + 30)).toBe(first);
    expect(header.valueFor(rows, MAPS, 7, NOW + 31)).not.toBe(first);
    expect(header.valueFor(rows, { resourceId: 2, name: 'wps' }, 7, NOW)).not.toBe(first);
  });

  it('is reused at a later revision while its claims are still true, and never otherwise', () => {
    const rows = snapshot();
    const first = header.valueFor(rows, MAPS, 7, NOW);
    rows.apply({ revision: 2, entries: [{ entity: 'user', op: 'insert', row: { id: 8, name: 'bob' } }] });
    expect(header.valueFor(rows, MAPS, 7, NOW)).toBe(first);
    rows.apply({
      revision: 3,
      entries: [{ entity: 'membership', op: 'delete', row: { userId: 7, groupId: 2 } }],
    });
    expect(read(header.valueFor(rows, MAPS, 7, NOW))).toMatchObject({ groups: ['readers'] });
    rows.apply({ revision: 4, entries: [{ entity: 'user', op: 'update', row: { id: 7, name: 'eve' } }] });
    expect(read(header.valueFor(rows, MAPS, 7, NOW))).toMatchObject({ name: 'eve' });
    rows.apply({
      revision: 5,
      entries: [
        { entity: 'membership', op: 'delete', row: { userId: 7, groupId: 3 } },
        { entity: 'user', op: 'delete', row: { id: 7, name: 'eve' } },
      ],
    });
    expect(header.valueFor(rows, MAPS, 7, NOW)).toBeUndefined();
  });
});
