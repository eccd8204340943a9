import { refusedNames } from './refused-names';
import type { Seen } from './seen';

const FACTS = { unregistered_names: 'safe', registered_names_only: false, total: 2 };

/** What the API answers about a service. */
function seen(facts: object, ...paths: readonly (readonly string[])[]): Seen {
  const changes = paths.map((path) => ({ path }));
  const ask = (operation: string): Promise<object> =>
    Promise.resolve(operation.endsWith('/unregistered_names') ? { ...FACTS, ...facts } : { changes });
  return { ask } as unknown as Seen;
}

describe('the finding of names that are refused', () => {
  it('says how many users and groups are concerned', async () => {
    expect(await refusedNames(seen({}), 'maps')).toBe('maps: 2 users or groups are concerned.');
  });

  it('names what a synchronization would register, and counts the rest', async () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ['topp', name]);
    expect(await refusedNames(seen({}, ...paths), 'maps')).toBe(
      'maps: 2 users or groups are concerned; the service has topp/a, topp/b, topp/c, topp/d, topp/e and 2 others: gatehouse sync accept maps --kind appeared.',
    );
  });

  it('is one of a service that refuses such names to all only if a synchronization has found some', async () => {
    const facts = { unregistered_names: 'refuse', total: 0 };
    expect(await refusedNames(seen(facts), 'maps')).toBeUndefined();
    expect(await refusedNames(seen(facts, ['rivers']), 'maps')).toBe(
      'maps: refused to all but administrators; the service has rivers: gatehouse sync accept maps --kind appeared.',
    );
  });

  it('is none where such names inherit, whatever is denied below', async () => {
    expect(await refusedNames(seen({ unregistered_names: 'inherit' }), 'maps')).toBeUndefined();
    const facts = { unregistered_names: 'inherit', registered_names_only: true };
    expect(await refusedNames(seen(facts), 'maps')).toContain('2 users or groups');
  });
});
