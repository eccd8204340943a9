import { inject, Injectable, signal } from '@angular/core';
import type { ResourceSummaryDto } from '@gatehouse/dto';
import { ServicesApi } from '@gatehouse/ui-data';
import { Action } from '../page-parts/action';
import { WorkInProgress } from '../page-parts/work-in-progress';
import type { PathNode } from './pasted-paths';

/** A resource of a list, which exists or is to be created. */
export interface PlannedResource extends PathNode {
  readonly exists: boolean;
}

/** Creates the resources of a list of paths below a branch, after showing which of them exist. */
@Injectable()
export class PasteStore {
  private readonly api = inject(ServicesApi);
  private readonly change = new Action();
  private readonly works = inject(WorkInProgress);
  /** Identifiers of existing resources, by their path in lower case. */
  private ids = new Map<string, number>();

  readonly planned = signal<readonly PlannedResource[] | undefined>(undefined);
  readonly working = this.change.busy;
  readonly done = signal(0);
  readonly problem = this.change.problem;

  /** Finds out which resources exist; children of what does not exist are not looked for. */
  async preview(branchId: number, nodes: readonly PathNode[]): Promise<void> {
    await this.change.run(async () => {
      this.ids = new Map([['', branchId]]);
      this.planned.set(undefined);
      const parents = new Set(nodes.map(({ path }) => key(path.slice(0, -1))));
      for (const parent of [...parents].sort((a, b) => depth(a) - depth(b))) {
        const id = this.ids.get(parent);
        if (id === undefined) continue;
        for (const child of await this.api.children(id)) this.addChild(parent, child);
      }
      this.planned.set(nodes.map((node) => ({ ...node, exists: this.ids.has(key(node.path)) })));
    });
  }

  /**
   * Creates what does not exist, parents first, also when the page is left; returns whether all of it was created.
   * `workName` names it in the progress.
   */
  async create(serviceName: string, workName: string): Promise<boolean> {
    const missing = (this.planned() ?? []).filter(({ exists }) => !exists);
    this.done.set(0);
    return this.change.run(() =>
      this.works.run(workName, missing.length, async (advance) => {
        for (const { path, type } of missing) {
          const parent = key(path.slice(0, -1));
          const parentId = this.ids.get(parent);
          const name = path.at(-1);
          if (parentId === undefined || name === undefined) continue;
          this.addChild(parent, await this.api.addResource(serviceName, { name, type, parentId }));
          this.done.update((done) => done + 1);
          advance(this.done());
        }
      }),
    );
  }

  private addChild(parent: string, child: Pick<ResourceSummaryDto, 'resource_id' | 'resource_name'>): void {
    const path = parent === '' ? child.resource_name : `${parent}/${child.resource_name}`;
    this.ids.set(path.toLowerCase(), child.resource_id);
  }
}

const key = (path: readonly string[]): string => path.join('/').toLowerCase();
const depth = (path: string): number => (path === '' ? 0 : path.split('/').length);
