import { TestBed } from '@angular/core/testing';
import { jsonResponse, StubbedApi } from '@gatehouse/ui-data/testing';
import { aMatched, aRemote } from './synchronizations.fixture';
import type { TreeNode } from './tree-nodes';
import { ROOT, TreeStore } from './tree.store';

const RESOURCES = 'GET /prefix/services/ocean/synchronization/resources';
const TOP = `${RESOURCES}?limit=100`;

describe('the tree of registered resources and those of the real service', () => {
  let api: StubbedApi;
  let store: TreeStore;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [TreeStore] });
    api = new StubbedApi();
    store = TestBed.inject(TreeStore);
  });

  const nodesOf = (key: string) => store.children().get(key)?.nodes ?? [];
  const names = (key = ROOT) => nodesOf(key).map(({ name, state }) => `${name} ${state}`);
  const node = (name: string, key = ROOT): TreeNode => nodesOf(key).find((one) => one.name === name)!;

  it('has the registered ones first, each with what is known about it', async () => {
    api.answer(TOP, {
      resources: [
        aMatched(26, 'archive', { has_children: true }),
        aMatched(27, 'old', { matches_remote: false, remote_id: null }),
        aMatched(28, 'deep', { matches_remote: null, remote_id: null }),
      ],
      remote_only: [aRemote(3, 'new.nc'), aRemote(4, 'bad name', { problem: 'name_invalid' })],
    });
    await store.show('ocean');
    expect(names()).toEqual([
      'archive matched',
      'old vanished',
      'deep unread',
      'new.nc unregistered',
      'bad name impossible',
    ]);
    expect(nodesOf(ROOT).map(({ mayHaveChildren }) => mayHaveChildren)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is read by pages of both kinds, and no kind twice', async () => {
    const many = Array.from({ length: 100 }, (_, index) => aRemote(index + 1, `f${index + 1}`));
    api
      .answer(TOP, { resources: [aMatched(26, 'archive')], remote_only: many })
      .answer(`${RESOURCES}?after=26&after_remote=100&limit=100`, {
        resources: [aMatched(26, 'archive')],
        remote_only: [aRemote(101, 'f101')],
      });
    await store.show('ocean');
    await store.more(undefined);
    expect([nodesOf(ROOT).length, store.children().get(ROOT)?.next]).toEqual([102, undefined]);
  });

  it('is opened at registered resources and at others, and stays open when it is read again', async () => {
    const top = {
      resources: [aMatched(26, 'archive')],
      remote_only: [aRemote(3, 'new', { has_children: true })],
    };
    api
      .answer(TOP, top)
      .answer(`${RESOURCES}?resource_id=26&limit=100`, { resources: [], remote_only: [aRemote(5, 'a.nc')] })
      .answer(`${RESOURCES}?remote_id=3&limit=100`, { resources: [], remote_only: [aRemote(6, 'b.nc')] });
    await store.show('ocean');
    await store.toggle(node('archive'));
    await store.toggle(node('new'));
    expect(nodesOf(node('new').key).map(({ path }) => path)).toEqual([['new', 'b.nc']]);
    // It was registered: the same resource, below which the service still has something.
    api
      .answer(TOP, {
        resources: [aMatched(26, 'archive'), aMatched(30, 'new', { remote_id: 3 })],
        remote_only: [],
      })
      .answer(`${RESOURCES}?resource_id=30&limit=100`, { resources: [], remote_only: [aRemote(6, 'b.nc')] });
    await store.refresh();
    expect(names()).toEqual(['archive matched', 'new matched']);
    expect([names(node('archive').key), names(node('new').key)]).toEqual([
      ['a.nc unregistered'],
      ['b.nc unregistered'],
    ]);
  });

  it('shows what was read before while it is read again, and when that fails', async () => {
    api.answer(TOP, { resources: [aMatched(26, 'archive')], remote_only: [] });
    await store.show('ocean');
    let answer: (response: Response) => void = () => undefined;
    api.on(TOP, () => new Promise((resolve) => (answer = resolve)));
    const refreshed = store.refresh();
    expect(names()).toEqual(['archive matched']);
    answer(jsonResponse({ code: 500, detail: 'Failed.' }, 500));
    await refreshed;
    expect([names(), store.problem()?.status]).toEqual([['archive matched'], 500]);
  });

  it('is that of the last of several reads', async () => {
    const answers: ((response: Response) => void)[] = [];
    api.on(TOP, () => new Promise((resolve) => answers.push(resolve)));
    const first = store.show('ocean');
    const second = store.refresh();
    answers[1]?.(jsonResponse({ resources: [aMatched(2, 'second')], remote_only: [] }, 200));
    await second;
    answers[0]?.(jsonResponse({ resources: [aMatched(1, 'first')], remote_only: [] }, 200));
    await first;
    expect(names()).toEqual(['second matched']);
  });
});
