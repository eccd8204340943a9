import { NameIndex } from './name-index';

const found = (index: NameIndex, parent: number, name: string): number[] => {
  const slots: number[] = [];
  index.candidates(parent, name, (slot) => slots.push(slot));
  return slots.sort((a, b) => a - b);
};

test('the index finds every name while it grows, and no removed one', () => {
  const index = new NameIndex();
  const parentOf = (slot: number) => slot % 7;
  for (let slot = 0; slot < 5000; slot++) {
    index.add(slot, parentOf(slot), `Name-${slot}`);
    if (slot % 3 === 0) index.delete(slot);
  }
  for (let slot = 0; slot < 5000; slot++) {
    expect(found(index, parentOf(slot), `name-${slot}`).includes(slot)).toBe(slot % 3 !== 0);
  }
});

test('the index distinguishes equal names of different parents, and returns all equal names of one parent', () => {
  const index = new NameIndex();
  index.add(1, 10, 'twin');
  index.add(2, 10, 'TWIN');
  index.add(3, 11, 'twin');
  expect([found(index, 10, 'twin'), found(index, 11, 'twin'), found(index, 12, 'twin')]).toEqual([
    [1, 2],
    [3],
    [],
  ]);
  index.delete(2);
  expect(found(index, 10, 'twin')).toEqual([1]);
});
