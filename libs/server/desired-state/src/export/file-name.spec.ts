import { basesOf } from './file-name';

describe('the names of the files of services', () => {
  it('are different for names that look like those of others, in any case of letters', () => {
    const services = ['A%3Ab', 'Maps', 'a%3ab', 'a:B', 'maps', 'maps (2)', 'maps (2) (2)', 'MAPS'];
    const bases = [...basesOf(services).values()].map((base) => base.toLowerCase());
    expect(new Set(bases).size).toBe(services.length);
    expect(bases.filter((base) => base.includes(':'))).toEqual([]);
  });
});
