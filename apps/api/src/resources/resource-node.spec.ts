import type { PermissionList, ResourceRow } from '@gatehouse/access-engine';
import { renderJson } from '@gatehouse/wire';
import { type NodeView, type TreeSource, liveChildren, liveNode } from './resource-node';

const NOTHING: PermissionList = { permission_names: [], permissions: [] };
const READ: PermissionList = {
  permission_names: ['read-allow-match'],
  permissions: [{ name: 'read', access: 'allow', scope: 'match', type: 'direct', reason: 'user:1:ada' }],
};

/** 1 > (3 > 4, 2). */
const PARENTS = new Map([
  [2, 1],
  [3, 1],
  [4, 3],
]);
const row = (id: number): ResourceRow => ({
  id,
  name: `r${id}`,
  type: 'route',
  parentId: PARENTS.get(id) ?? null,
  rootServiceId: 1,
  ordering: 0,
});
const childrenOf = (id: number): number[] =>
  [...PARENTS.keys()].filter((child) => PARENTS.get(child) === id).sort();

describe('a tree of resources', () => {
  const assigned = new Set<number>();
  let begun: number;
  const source = (): TreeSource => {
    begun += 1;
    return {
      *children(parentId) {
        for (const id of childrenOf(parentId)) yield row(id);
      },
      hasChildren: (id) => childrenOf(id).length > 0,
    };
  };
  const view: NodeView = {
    source,
    displayName: ({ name }) => name.toUpperCase(),
    permissions: ({ id }) => (assigned.has(id) ? READ : NOTHING),
  };
  const idsIn = (text: string): number[] =>
    [...text.matchAll(/"resource_id": (\d+)/g)].map(([, id]) => Number(id));
  beforeEach(() => {
    assigned.clear();
    begun = 0;
  });

  it('has each resource under its id, with its fields and those below it', () => {
    assigned.add(4);
    const written = JSON.parse(renderJson({ resource: liveNode(view, row(1)) })).resource;
    expect(written).toMatchObject({
      resource_name: 'r1',
      resource_display_name: 'R1',
      resource_type: 'route',
      resource_id: 1,
      parent_id: null,
      root_service_id: 1,
      permission_names: [],
    });
    expect(Object.keys(written.children)).toEqual(['2', '3']);
    expect(written.children[2].children).toEqual({});
    expect(written.children[3].children[4]).toMatchObject({ ...READ, parent_id: 3, children: {} });
  });

  it('is read again each time that it is written', () => {
    const children = liveChildren(view, 1);
    expect(renderJson({ children })).toBe(renderJson({ children }));
    expect(begun).toBe(2);
  });

  it('leaves out resources whose last assignment was removed meanwhile, but not their ancestors, in listings of assignments', () => {
    const listed = { ...view, onlyWithPermissions: true };
    assigned.add(2).add(4);
    expect(idsIn(renderJson({ children: liveChildren(listed, 1) }))).toEqual([2, 3, 4]);
    assigned.delete(4);
    expect(idsIn(renderJson({ children: liveChildren(listed, 1) }))).toEqual([2, 3]);
    expect(idsIn(renderJson({ children: liveChildren(view, 1) }))).toEqual([2, 3, 4]);
  });

  it('is prepared in steps before it is read', () => {
    const done: string[] = [];
    const prepared = {
      ...view,
      *prepare() {
        done.push('prepared');
        yield undefined;
        done.push('completely');
      },
      source: () => {
        done.push('read');
        return source();
      },
    };
    renderJson({ children: liveChildren(prepared, 1) });
    expect(done).toEqual(['prepared', 'completely', 'read']);
  });
});
