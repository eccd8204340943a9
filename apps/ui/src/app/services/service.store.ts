import { computed, inject, Injectable, signal } from '@angular/core';
import type { ResourceDto } from '@gatehouse/dto';
import { Remote, ServicesApi } from '@gatehouse/ui-data';
import { ConditionalSave, type Edit, type FieldValues } from '../editing/conditional-save';
import { Action } from '../page-parts/action';
import { allowedBelow } from './pasted-paths';

/** The most children below which everything below a resource is counted. */
const MAX_COUNTED = 2000;

/** One service: what it is, which resources it allows, and changes of both. */
@Injectable()
export class ServiceStore {
  private readonly api = inject(ServicesApi);
  private readonly conditional = inject(ConditionalSave);
  private readonly change = new Action();

  readonly name = signal('');
  readonly detail = new Remote(() => this.api.detail(this.name()));
  readonly saving = this.change.busy;
  readonly problem = this.change.problem;

  readonly allowed = computed(() => {
    const detail = this.detail.value();
    return (type: string): readonly string[] =>
      detail?.resource_child_allowed
        ? allowedBelow(detail.resource_structure_allowed, detail.resource_types_allowed, type)
        : [];
  });

  async open(name: string): Promise<void> {
    this.name.set(name);
    await this.detail.load();
  }

  /** Whether the fields of a form were saved: not if it failed, nor if the user has kept the values of somebody else. */
  async update(edit: Edit<FieldValues>): Promise<'saved' | 'kept' | 'failed'> {
    let isSaved = false;
    const done = await this.change.run(async () => {
      isSaved = await this.conditional.save(edit, (values, ifMatch) =>
        this.api.update(this.name(), values, ifMatch),
      );
    });
    if (!done) return 'failed';
    return isSaved ? 'saved' : 'kept';
  }

  addResource(parentId: number, type: string, name: string): Promise<boolean> {
    return this.change.run(() => this.api.addResource(this.name(), { parentId, type, name }));
  }

  remove(resourceId: number): Promise<boolean> {
    return this.change.run(() => this.api.deleteResource(resourceId));
  }

  /** Number of resources below one, or undefined when there are too many to count. */
  async countBelow(resourceId: number, childCount: number): Promise<number | undefined> {
    if (childCount === 0) return 0;
    if (childCount > MAX_COUNTED) return undefined;
    const branch = await this.api.branch(resourceId);
    return branch ? countOf(branch) : 0;
  }
}

function countOf({ children = {} }: ResourceDto): number {
  return Object.values(children).reduce((sum, child) => sum + 1 + countOf(child), 0);
}
