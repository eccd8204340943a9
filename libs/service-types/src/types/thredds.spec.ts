import { patternEngine } from '@gatehouse/patterns';
import { type TreeNode, contextOf, requestOf, treeOf } from '../testing/requests';
import { threddsService } from './thredds';

const SEGMENT = `a${'.'.repeat(120)}b`;

it('a path of DAP 4 needs the permission everywhere when it has more dots than are looked up', () => {
  const directories = (count: number) =>
    Array.from({ length: count }, (_, index): TreeNode => ({
      id: index + 2,
      parentId: index + 1,
      name: SEGMENT,
      type: 'directory',
    }));
  const read = (segments: number) =>
    threddsService.read(
      requestOf({ segments: ['dap4', ...Array<string>(segments).fill(SEGMENT)] }),
      contextOf(treeOf(directories(segments)), { patterns: patternEngine }),
    );
  expect(read(100)).toMatchObject({
    target: [{ permission: 'read', on: [{ resourceId: 101, exact: true }] }],
  });
  expect(read(200)).toMatchObject({
    target: [
      { permission: 'read', on: [{ resourceId: 201, exact: true }] },
      { permission: 'read', on: 'everywhere' },
    ],
  });
});
