import { branchDown, chainUp, cropped, flattened, mapped, nested } from './tree';
import type { TreeNode } from './tree';

const row = (id: number, parentId: number | null, ordering: number) => ({ id, parentId, ordering });
/** 1 > (3 > 6, 2 > (4, 5)); rows are unordered. */
const ROWS = [row(5, 2, 2), row(6, 3, 1), row(1, null, 0), row(2, 1, 2), row(4, 2, 1), row(3, 1, 1)];

type Shape = { [id: number]: Shape };
const shape = (trees: readonly TreeNode<{ id: number }>[]): Shape =>
  Object.fromEntries(trees.map(({ row: { id }, children }) => [id, shape(children)]));
const order = (trees: readonly TreeNode<{ id: number }>[]) => flattened(trees).map(({ id }) => id);

test('rows nest below their parents, siblings by position', () => {
  expect(shape(nested(ROWS))).toEqual({ 1: { 3: { 6: {} }, 2: { 4: {}, 5: {} } } });
  expect(order(nested(ROWS))).toEqual([1, 3, 6, 2, 4, 5]);
});

test('siblings of the same position follow by id', () => {
  expect(order(nested([row(9, null, 0), row(8, null, 0)]))).toEqual([8, 9]);
});

test('a branch without the rows above it is a separate tree', () => {
  expect(shape(nested(ROWS.filter(({ id }) => id !== 1)))).toEqual({ 3: { 6: {} }, 2: { 4: {}, 5: {} } });
});

test('cropping keeps the selected nodes and their ancestors', () => {
  expect(shape(cropped(nested(ROWS), ({ id }) => id === 5 || id === 3))).toEqual({
    1: { 3: {}, 2: { 5: {} } },
  });
  expect(cropped(nested(ROWS), () => false)).toEqual([]);
});

test('each row can be mapped to its representation', () => {
  expect(mapped(nested([row(1, null, 0), row(2, 1, 1)]), ({ id }) => `#${id}`)).toEqual([
    { row: '#1', children: [{ row: '#2', children: [] }] },
  ]);
});

test('a tree of a thousand levels does not overflow the stack', () => {
  const deep = Array.from({ length: 1000 }, (_, id) => row(id, id === 0 ? null : id - 1, 1));
  expect(order(cropped(nested(deep), ({ id }) => id === 999))).toHaveLength(1000);
});

test('a path nests downwards to one branch, and upwards to a chain of parents', () => {
  expect(branchDown(['leaf', 'middle', 'service'])).toEqual({
    row: 'service',
    children: [{ row: 'middle', children: [{ row: 'leaf', children: [] }] }],
  });
  expect(chainUp(['leaf', 'middle', 'service'])).toEqual({
    row: 'leaf',
    parent: { row: 'middle', parent: { row: 'service' } },
  });
  expect([branchDown([]), chainUp([])]).toEqual([undefined, undefined]);
});
