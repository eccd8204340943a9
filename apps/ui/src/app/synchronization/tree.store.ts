import { inject, Injectable, signal } from '@angular/core';
import { asProblem, type Problem, SynchronizationApi } from '@gatehouse/ui-data';
import { type Children, joined, type TreeNode } from './tree-nodes';

/** Children of one request, of each of the two kinds. */
const PAGE = 100;
/** The most that one request returns. */
const MAX_PAGE = 1_000;

/** The key of the service itself. */
export const ROOT = '[]';

/** The merged tree of registered resources and those of the real service, read page by page as it is opened. */
@Injectable()
export class TreeStore {
  private readonly api = inject(SynchronizationApi);
  private readonly read = signal<ReadonlyMap<string, Children>>(new Map());
  private readonly opened = signal<ReadonlySet<string>>(new Set());
  private readonly busy = signal<ReadonlySet<string>>(new Set());
  private readonly failure = signal<Problem | undefined>(undefined);
  /** Replies to requests of earlier turns are ignored. */
  private turn = 0;

  readonly service = signal('');
  /** By the key of the parent. */
  readonly children = this.read.asReadonly();
  readonly open = this.opened.asReadonly();
  readonly loading = this.busy.asReadonly();
  readonly problem = this.failure.asReadonly();

  /** Reads the tree of a service; what is open stays open if it is the same one. */
  async show(service: string): Promise<void> {
    if (service !== this.service()) {
      this.service.set(service);
      this.opened.set(new Set());
      this.read.set(new Map());
    }
    await this.refresh();
  }

  /** Reads again what is open; until then, what was read before is shown. */
  async refresh(): Promise<void> {
    const turn = ++this.turn;
    const before = this.read();
    const children = new Map<string, Children>();
    const queue: { readonly key: string; readonly node: TreeNode | undefined }[] = [
      { key: ROOT, node: undefined },
    ];
    this.failure.set(undefined);
    this.busy.set(new Set());
    try {
      // It grows while it is read.
      for (const { key, node } of queue) {
        const found = await this.page(node, undefined, pageSizeFor(before.get(key)));
        if (turn !== this.turn) return;
        children.set(key, found);
        for (const child of found.nodes)
          if (this.opened().has(child.key)) queue.push({ key: child.key, node: child });
      }
      // What was opened meanwhile stays.
      const others = [...this.read()].filter(([key]) => this.opened().has(key) && !children.has(key));
      this.read.set(new Map([...others, ...children]));
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.turn) this.failure.set(problem);
    }
  }

  async toggle(node: TreeNode): Promise<void> {
    const opened = new Set(this.opened());
    const isOpen = !opened.delete(node.key);
    this.opened.set(isOpen ? opened.add(node.key) : opened);
    if (isOpen && !this.read().has(node.key)) await this.more(node);
  }

  /** The next page of the children of a resource; of the service without one. */
  async more(node: TreeNode | undefined): Promise<void> {
    const key = node?.key ?? ROOT;
    const turn = this.turn;
    if (this.busy().has(key)) return;
    this.busy.update((busy) => new Set(busy).add(key));
    this.failure.set(undefined);
    try {
      const found = await this.page(node, this.read().get(key), PAGE);
      if (turn === this.turn) this.read.update((read) => new Map(read).set(key, found));
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.turn) this.failure.set(problem);
    } finally {
      if (turn === this.turn) this.busy.update((busy) => new Set([...busy].filter((one) => one !== key)));
    }
  }

  /** What was read before, with the next page. */
  private async page(
    parent: TreeNode | undefined,
    before: Children | undefined,
    limit: number,
  ): Promise<Children> {
    const { resourceId, remoteId } = parent ?? {};
    const page = await this.api.children(this.service(), {
      ...(resourceId === undefined ? { remote_id: remoteId } : { resource_id: resourceId }),
      after: before?.next?.after,
      after_remote: before?.next?.afterRemote,
      limit,
    });
    return joined(before, parent?.path ?? [], page, limit);
  }
}

function pageSizeFor(shown: Children | undefined): number {
  return Math.min(Math.max(PAGE, shown?.nodes.length ?? 0), MAX_PAGE);
}
