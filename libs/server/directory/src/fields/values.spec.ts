import { insertion, selection, unprefixed, update } from './statements';
import { tableOf } from './table';
import { changeOf, differing, settableOf, shownAs, withDefaults } from './values';

interface Boat {
  id: number;
  name: string;
  homePort: string;
  crew: string[] | null;
  key: string;
}

const BOATS = tableOf<Boat>()({
  name: 'boats',
  entity: 'boat',
  key: 'id',
  fields: {
    id: { type: 'integer', wire: 'boat_id' },
    name: { type: 'text', wire: 'boat_name', setBy: 'creator', shown: 'list' },
    homePort: {
      type: 'text',
      column: 'home_port',
      wire: 'port',
      setBy: 'administrators',
      shown: 'details',
      default: 'Kiel',
    },
    crew: { type: 'jsonb', wire: 'crew', setBy: 'administrators', shown: 'details', default: null },
    key: { type: 'text', wire: 'key', setBy: 'administrators', secret: true },
  },
});

const STORED: Boat = { id: 1, name: 'Ann', homePort: 'Kiel', crew: ['Bo'], key: 'k' };

describe('a body of a request', () => {
  it('states the fields of a new object, without secrets and others, and with defaults', () => {
    const body = { boat_name: 'Ann', port: undefined, key: 'k', boat_id: 7, other: true };
    expect(settableOf(BOATS, body)).toEqual({ name: 'Ann', homePort: 'Kiel', crew: null });
    expect(withDefaults(BOATS, { name: 'Ann', key: 'k' })).toEqual(settableOf(BOATS, body));
  });

  it('states the changes of fields that can be changed', () => {
    const body = { boat_name: 'Eve', port: 'Oslo', crew: null, key: 'k', boat_id: 7 };
    expect(changeOf(BOATS, body)).toEqual({ homePort: 'Oslo', crew: null });
    expect(changeOf(BOATS, { port: undefined })).toEqual({});
  });
});

describe('a change', () => {
  it('differs from what is stored in the fields whose values are others', () => {
    expect(differing(BOATS, STORED, { homePort: 'Kiel', crew: ['Bo'] })).toEqual({});
    expect(differing(BOATS, STORED, { homePort: 'Oslo', crew: ['Bo', 'Cy'] })).toEqual({
      homePort: 'Oslo',
      crew: ['Bo', 'Cy'],
    });
  });

  it('removes by null only what may be absent', () => {
    expect(differing(BOATS, STORED, { homePort: null as never, crew: null })).toEqual({ crew: null });
  });

  it('never has fields that cannot be changed', () => {
    expect(differing(BOATS, STORED, { name: 'Eve', id: 2 } as object)).toEqual({});
  });
});

describe('a reply', () => {
  it('converts values', () => {
    const shout = (text: string) => `${text}!`;
    expect(shownAs(BOATS, ['list', 'details'], { port: shout })(STORED)).toMatchObject({
      boat_name: 'Ann',
      port: 'Kiel!',
    });
  });

  it('shows the fields of its levels by their names, and no secrets', () => {
    expect(shownAs(BOATS, ['list'])(STORED)).toEqual({ boat_name: 'Ann' });
    expect(Object.keys(shownAs(BOATS, ['list', 'details'])(STORED))).toEqual(['boat_name', 'port', 'crew']);
  });
});

describe('a statement', () => {
  it('selects columns under the names of their properties', () => {
    expect(selection(BOATS, { from: 'b', of: ({ shown }) => shown !== undefined })).toBe(
      'b.name, b.home_port AS "homePort", b.crew',
    );
    const row = { boat_id: 1, boat_name: 'Ann', boat_homePort: 'Kiel', boat_crew: ['Bo'], boat_key: 'k' };
    expect(unprefixed(BOATS, { ...row, id: 9 }, 'boat_')).toEqual(STORED);
    expect(selection(BOATS, { from: 'b', prefix: 'boat_' })).toContain('b.id AS "boat_id"');
  });

  it('inserts defaults where rows state nothing', () => {
    const [text, values] = insertion(BOATS, [{ name: 'Ann', key: 'k' }, STORED], { ids: [4, 5] });
    expect(text).toContain('(id, name, home_port, crew, key)');
    expect(text).toContain('unnest($1::integer[], $2::text[], $3::text[], $4::jsonb[], $5::text[])');
    expect(values).toEqual([
      '{4,5}',
      '{"Ann","Ann"}',
      '{"Kiel","Kiel"}',
      String.raw`{NULL,"[\"Bo\"]"}`,
      '{"k","k"}',
    ]);
  });

  it('updates all fields that can be changed, but no secrets', () => {
    expect(update(BOATS, 1, STORED)).toEqual([
      'UPDATE boats SET home_port = $2, crew = $3 WHERE id = $1',
      [1, 'Kiel', '["Bo"]'],
    ]);
  });
});
