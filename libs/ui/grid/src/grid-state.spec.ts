import { aRow, GeneratedSource } from '../testing';
import type { GridPage, GridRow, GridSource, UnregisteredPage, UnregisteredRows } from './grid-source';
import { GridState } from './grid-state';
import { pressKey } from './grid-keys';

const names = (state: GridState): (string | undefined)[] =>
  state.lines().map(({ branch }) => branch?.row.path.replace(/^service\/?/, '/'));

async function opened(source: GeneratedSource, pageSize = 60): Promise<GridState> {
  const state = new GridState(source, { pageSize });
  state.show(0, 10);
  await state.read();
  return state;
}

describe('the rows of a permission grid', () => {
  it('begin with the service and its children, read in one request', async () => {
    const source = new GeneratedSource([3, 2]);
    const state = await opened(source);
    expect(names(state)).toEqual(['/', '/r0', '/r1', '/r2']);
    expect(source.queries).toEqual([{ offset: 0, limit: 60 }]);
    expect(state.permissionNames()).toEqual(['read', 'write']);
  });

  it('show children of an expanded resource below it, with their level and position', async () => {
    const source = new GeneratedSource([3, 2]);
    const state = await opened(source);
    state.toggle(state.lineAt(2)!.branch!);
    await state.read();
    expect(names(state)).toEqual(['/', '/r0', '/r1', '/r1/r0', '/r1/r1', '/r2']);
    expect(state.lines()[4]).toMatchObject({ level: 2, position: 1, setSize: 2, index: 4 });
    expect(source.queries.at(-1)).toEqual({ parentId: source.idOf([1]), offset: 0, limit: 60 });
  });

  it('have the length of everything that is expanded, before it has been read', async () => {
    const state = await opened(new GeneratedSource([100_000]));
    expect(state.length()).toBe(100_001);
    expect(state.lineAt(99_999)).toMatchObject({ position: 99_998, setSize: 100_000, level: 1 });
    expect(state.lineAt(99_999)?.branch).toBeUndefined();
  });

  it('at the end of 100,000 are read without those between', async () => {
    const source = new GeneratedSource([100_000]);
    const state = await opened(source);
    state.show(99_960, 100_001);
    await state.read();
    expect(names(state)).toContain('/r99999');
    expect(state.lineAt(100_000)?.branch?.row.resource_name).toBe('r99999');
    expect(source.queries.length).toBeLessThanOrEqual(3);
  });

  it('that the reader has scrolled past while a page was read are not requested', async () => {
    const source = new GeneratedSource([10_000]);
    const state = await opened(source);
    source.hold();
    for (let start = 100; start < 9_900; start += 100) state.show(start, start + 40);
    state.show(9_960, 10_001);
    source.release();
    await state.read();
    expect(source.queries.map(({ offset }) => offset)).toEqual([0, 60, 9_900, 9_960]);
  });

  it('stay expanded when they are read again, and show changes', async () => {
    const source = new GeneratedSource([3, 2]);
    const state = await opened(source);
    state.toggle(state.lineAt(1)!.branch!);
    await state.read();
    source.change(source.idOf([0, 1]), { resource_display_name: 'renamed' });
    await state.refresh();
    expect(state.lines()[3]?.branch?.row.resource_display_name).toBe('renamed');
    expect(state.revision()).toBe(2);
    expect(names(state)).toHaveLength(6);
  });

  it('keep the previous rows when a read fails, and can be read again', async () => {
    const source = new GeneratedSource([3]);
    const state = await opened(source);
    const page = jest.spyOn(source, 'page').mockRejectedValueOnce(new Error('down'));
    await state.refresh();
    expect(state.failure()).toEqual(new Error('down'));
    expect(names(state)).toHaveLength(4);
    page.mockRestore();
    await state.read();
    expect(state.failure()).toBeUndefined();
  });

  it('end where the pages end, regardless of the total', async () => {
    const rows = [
      aRow({ resource_id: 1, child_count: 500 }),
      aRow({ resource_id: 2, parent_id: 1, level: 1 }),
    ];
    const page: GridPage = { revision: 1, permission_names: ['read'], total: 500, offset: 0, rows };
    const source: GridSource = { page: () => Promise.resolve(page), locate: () => Promise.resolve([]) };
    const state = new GridState(source);
    await state.read();
    expect(state.length()).toBe(2);
  });

  it('with an assignment are listed flat on request', async () => {
    const source = new GeneratedSource([3, 2]);
    const state = await opened(source);
    source.change(source.idOf([2, 1]), {});
    await state.showOnlyAssigned(true);
    expect(names(state)).toEqual(['/r2/r1']);
    expect(state.length()).toBe(1);
    await state.showOnlyAssigned(false);
    expect(state.length()).toBe(4);
  });
});

describe('jumping to a resource', () => {
  it('expands its ancestors, reads only the pages on the way, and moves the cursor there', async () => {
    const source = new GeneratedSource([1_000, 500, 3]);
    const state = await opened(source);
    const index = await state.reveal(source.idOf([700, 400, 2]), 1);
    expect(index).toBe(1 + 701 + 401 + 2);
    expect(state.lineAt(index)?.branch?.row.path).toBe('service/r700/r400/r2');
    expect(state.active().column).toBe(1);
    expect(source.queries).toHaveLength(4);
  });

  it('finds nothing when the resource has been deleted meanwhile', async () => {
    const source = new GeneratedSource([3]);
    const state = await opened(source);
    expect(await state.reveal(999)).toBe(-1);
  });
});

describe('the cursor of a permission grid', () => {
  const press = (state: GridState, key: string, ctrlKey = false, shortcuts = true) =>
    pressKey(state, { key, ctrlKey, altKey: false, metaKey: false }, { page: 10, shortcuts });
  const at = (state: GridState) => [state.activeIndex(), state.active().column];

  it.each([
    ['ArrowDown', false, [3, 1]],
    ['ArrowUp', false, [1, 1]],
    ['ArrowRight', false, [2, 2]],
    ['ArrowLeft', false, [2, 0]],
    ['Home', false, [2, 0]],
    ['End', false, [2, 2]],
    ['PageDown', false, [12, 1]],
    ['PageUp', false, [0, 1]],
    ['Home', true, [0, 0]],
    ['End', true, [20, 2]],
  ] as const)('moves with %s (Ctrl %s)', async (key, ctrl, expected) => {
    const state = await opened(new GeneratedSource([20, 2]));
    state.moveToIndex(2, 1);
    expect(press(state, key, ctrl)).toBe('moved');
    expect(at(state)).toEqual(expected);
  });

  it('expands with the right key, enters with the left one to the parent, and collapses there', async () => {
    const state = await opened(new GeneratedSource([3, 2]));
    state.moveToIndex(2, 0);
    press(state, 'ArrowRight');
    await state.read();
    expect(state.length()).toBe(6);
    press(state, 'ArrowDown');
    press(state, 'ArrowLeft');
    expect(at(state)).toEqual([2, 0]);
    press(state, 'ArrowLeft');
    expect(state.length()).toBe(4);
  });

  it('stays on its resource when rows above it are expanded, and moves to the parent that is collapsed', async () => {
    const state = await opened(new GeneratedSource([3, 2]));
    const [first, second] = [state.lineAt(1)!.branch!, state.lineAt(2)!.branch!];
    state.expand(second, true);
    await state.read();
    state.moveToIndex(4, 2);
    state.expand(first, true);
    expect(at(state)).toEqual([6, 2]);
    state.expand(second, false);
    expect(at(state)).toEqual([4, 2]);
  });

  it('sets allow, deny and nothing, and switches the scope, by single keys', async () => {
    const state = await opened(new GeneratedSource([3]));
    state.moveToIndex(1, 1);
    const branch = state.activeBranch()!;
    const assigned = () => state.assigned(branch, 'read');
    expect(press(state, 'a')).toBe('edited');
    expect(assigned()).toEqual({ access: 'allow', scope: 'recursive' });
    press(state, 'R');
    expect(assigned()).toEqual({ access: 'allow', scope: 'match' });
    press(state, 'D');
    expect(assigned()).toEqual({ access: 'deny', scope: 'match' });
    expect(state.edits.count()).toBe(1);
    press(state, 'i');
    expect(assigned()).toBeNull();
    expect(state.edits.count()).toBe(0);
    expect(press(state, '?')).toBe('explain');
    expect(press(state, 'Enter')).toBe('choose');
  });

  it('ignores single keys when they are switched off, and keys of the browser', async () => {
    const state = await opened(new GeneratedSource([3]));
    state.moveToIndex(1, 1);
    expect(press(state, 'a', false, false)).toBeUndefined();
    expect(press(state, 'd', true)).toBeUndefined();
    expect(press(state, 'Tab')).toBeUndefined();
    expect(state.edits.count()).toBe(0);
  });

  it('does not edit a permission that does not apply to the resource', async () => {
    const source = new GeneratedSource([3]);
    source.change(source.idOf([0]), { cells: {} });
    const state = await opened(source);
    state.moveToIndex(1, 1);
    expect(press(state, 'a')).toBeUndefined();
    expect(press(state, 'Enter')).toBe('moved');
    expect(state.edits.count()).toBe(0);
  });
});

describe('edits', () => {
  const allow = { access: 'allow', scope: 'recursive' } as const;

  it('survive reading the rows again, with the assignment they began from', async () => {
    const source = new GeneratedSource([3]);
    const state = await opened(source);
    const branch = state.lineAt(1)!.branch!;
    state.assign(branch, 'read', allow);
    const denied = { ...branch.row.cells['read']!, explicit: { access: 'deny', scope: 'match' } as const };
    source.change(branch.row.resource_id, { cells: { read: denied } });
    await state.refresh();
    expect(state.assigned(state.lineAt(1)!.branch!, 'read')).toEqual(allow);
    expect(state.edits.list()).toEqual([
      {
        resourceId: branch.row.resource_id,
        path: 'service/r0',
        permission: 'read',
        atEdit: null,
        before: null,
        revision: 1,
        after: allow,
      },
    ]);
  });

  it('are based on the revision of the reply with their row, not on that of other rows', async () => {
    const source = new GeneratedSource([200]);
    const state = await opened(source);
    const first = state.lineAt(1)!.branch!;
    source.revision = 7;
    state.show(150, 160);
    await state.read();
    state.assign(first, 'read', allow);
    state.assign(state.lineAt(155)!.branch!, 'read', allow);
    expect(state.revision()).toBe(7);
    expect(state.edits.list().map(({ revision }) => revision)).toEqual([1, 7]);
  });

  it('are dropped when another user has made the same change, and take the path of a renamed resource', async () => {
    const source = new GeneratedSource([3]);
    const state = await opened(source);
    const [one, two] = [state.lineAt(1)!.branch!, state.lineAt(2)!.branch!];
    state.assign(one, 'read', allow);
    state.assign(two, 'read', allow);
    source.change(one.row.resource_id, { cells: { read: { ...one.row.cells['read']!, explicit: allow } } });
    source.change(two.row.resource_id, { path: 'service/renamed' });
    await state.refresh();
    expect(state.edits.list().map(({ path }) => path)).toEqual(['service/renamed']);
    expect(state.undoEdit()?.path).toBe('service/r1');
    expect(state.undoEdit()).toBeUndefined();
  });

  it('are taken back one after another with Ctrl+Z, which moves to them', async () => {
    const state = await opened(new GeneratedSource([3]));
    const [one, two] = [state.lineAt(1)!.branch!, state.lineAt(2)!.branch!];
    const deny = { access: 'deny', scope: 'match' } as const;
    state.assign(one, 'read', allow);
    state.assign(two, 'write', allow);
    state.assign(one, 'read', deny);
    state.moveTo(two, 0);
    const key = { key: 'z', ctrlKey: true, altKey: false, metaKey: false };
    expect(pressKey(state, key, { page: 10, shortcuts: false })).toBe('undo');
    expect(state.undoEdit()).toMatchObject({ path: 'service/r0', permission: 'read' });
    expect([state.activeIndex(), state.active().column]).toEqual([1, 1]);
    expect(state.assigned(one, 'read')).toEqual(allow);
    state.undoEdit();
    expect([state.assigned(two, 'write'), state.activeIndex()]).toEqual([null, 2]);
    state.edits.withdraw(one.row.resource_id, 'read');
    expect(state.undoEdit()).toBeUndefined();
    expect(state.edits.count()).toBe(0);
  });

  it('keep the mark of what somebody else has done while they are edited further or taken back', async () => {
    const state = await opened(new GeneratedSource([3]));
    const branch = state.lineAt(1)!.branch!;
    const id = branch.row.resource_id;
    const remote = { now: null, isDeleted: false, revision: 9, by: 'ada', at: null };
    state.assign(branch, 'read', allow);
    state.assign(branch, 'read', { access: 'allow', scope: 'match' });
    state.edits.mark(id, 'read', remote);
    state.assign(branch, 'read', { access: 'deny', scope: 'match' });
    state.undoEdit();
    state.undoEdit();
    expect(state.edits.of(id, 'read')).toMatchObject({ after: allow, remote });
  });

  it('can be based on an assignment of another user after a conflict, or are dropped when it is the same', async () => {
    const state = await opened(new GeneratedSource([3]));
    const branch = state.lineAt(1)!.branch!;
    state.assign(branch, 'read', allow);
    state.edits.rebase(branch.row.resource_id, 'read', {
      now: { access: 'deny', scope: 'match' },
      revision: 5,
    });
    expect(state.edits.list()[0]).toMatchObject({
      before: { access: 'deny', scope: 'match' },
      atEdit: null,
      revision: 5,
    });
    state.edits.rebase(branch.row.resource_id, 'read', { now: allow, revision: 6 });
    expect(state.edits.count()).toBe(0);
  });
});

describe('the rows of resources that only the real service has', () => {
  /** So many below the service, and one below the first of them and below `/r0`. */
  class Unregistered implements UnregisteredRows {
    readonly asked: (readonly [string, string | undefined])[] = [];

    constructor(
      private readonly count: number,
      private readonly pageSize = 100,
    ) {}

    has({ path, unregistered }: GridRow): boolean | undefined {
      return unregistered ? path.endsWith('/u0') : path === 'service' || path === 'service/r0';
    }

    async page(parent: GridRow, last: GridRow | undefined): Promise<UnregisteredPage> {
      this.asked.push([parent.path, last?.resource_name]);
      const all = parent.level === 0 ? this.count : 1;
      const first = last ? -last.resource_id % 1_000 : 0;
      const rows = Array.from({ length: Math.min(this.pageSize, all - first) }, (_, index) => {
        const name = parent.level === 0 ? `u${first + index}` : 'below';
        return {
          ...aRow({
            resource_id: -(Math.abs(parent.resource_id) * 1_000 + first + index + 1),
            level: parent.level + 1,
          }),
          resource_name: name,
          path: `${parent.path}/${name}`,
          cells: {},
          unregistered: true,
        };
      });
      return { rows, isLast: first + rows.length === all };
    }
  }

  const withThem = async (source: GeneratedSource, rows: Unregistered) => {
    const state = await opened(source);
    state.showUnregistered(rows);
    await state.read();
    return state;
  };

  it('follow the registered ones, and have those below them', async () => {
    const rows = new Unregistered(2);
    const state = await withThem(new GeneratedSource([2]), rows);
    expect(names(state)).toEqual(['/', '/r0', '/r1', '/u0', '/u1']);
    expect(state.lineAt(3)).toMatchObject({ level: 1, position: 2, setSize: 4 });
    // A resource without registered ones below it can be expanded as well.
    expect([1, 2, 3, 4].map((index) => state.isExpandable(state.lineAt(index)!.branch!))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    state.toggle(state.lineAt(3)!.branch!);
    state.toggle(state.lineAt(1)!.branch!);
    await state.read();
    expect(names(state)).toEqual(['/', '/r0', '/r0/below', '/r1', '/u0', '/u0/below', '/u1']);
    expect(state.activeIndex()).toBe(0);
    state.moveToIndex(5);
    expect([state.activeIndex(), state.activeBranch()?.row.path]).toEqual([5, 'service/u0/below']);
    state.toggle(state.lineAt(4)!.branch!);
    expect(names(state)).toEqual(['/', '/r0', '/r0/below', '/r1', '/u0', '/u1']);
  });

  it('are read page by page, when the last one is reached', async () => {
    const rows = new Unregistered(90, 40);
    const state = await withThem(new GeneratedSource([100]), rows);
    expect([state.length(), rows.asked]).toEqual([141, [['service', undefined]]]);
    state.show(120, 141);
    await state.read();
    expect(rows.asked.slice(1)).toEqual([['service', 'u39']]);
    state.show(170, 191);
    await state.read();
    expect([state.length(), state.lineAt(190)?.branch?.row.resource_name]).toEqual([191, 'u89']);
  });

  it('are not edited, and are nothing among rows with assignments', async () => {
    const state = await withThem(new GeneratedSource([2]), new Unregistered(1));
    const branch = state.lineAt(3)!.branch!;
    state.assign(branch, 'read', { access: 'allow', scope: 'match' });
    expect(state.edits.count()).toBe(0);
    await state.showOnlyAssigned(true);
    expect(names(state).filter((name) => name?.includes('/u'))).toEqual([]);
  });

  it('stay at their places when all are read again, and go with their source', async () => {
    const rows = new Unregistered(2);
    const source = new GeneratedSource([2]);
    const state = await withThem(source, rows);
    state.toggle(state.lineAt(3)!.branch!);
    await state.refresh();
    await state.read();
    expect(names(state)).toEqual(['/', '/r0', '/r1', '/u0', '/u0/below', '/u1']);
    state.showUnregistered(undefined);
    await state.read();
    expect(names(state)).toEqual(['/', '/r0', '/r1']);
  });
});
