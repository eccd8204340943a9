import { inject, Injectable, signal } from '@angular/core';
import type { MatrixRowDto } from '@gatehouse/dto';
import { asProblem, PermissionsApi, type Principal, type Problem } from '@gatehouse/ui-data';
import { type Assignment, sameAssignment } from '@gatehouse/ui-grid';
import type { PlannedChange } from './planned-change';

const PAGE = 200;

/** An assignment on a resource. */
interface Held {
  readonly resourceId: number;
  readonly path: string;
  readonly permission: string;
  readonly assignment: Assignment;
}

/** The assignments of a principal, as of a revision. */
interface AllHeld {
  readonly list: readonly Held[];
  /** The oldest revision of the replies. */
  readonly revision: number;
}

/** A resource with everything below it. */
export interface BranchRef {
  readonly id: number;
  readonly path: string;
  readonly service: string;
}

/** Prepares the changes that copy permissions. */
@Injectable()
export class CopyStore {
  private readonly api = inject(PermissionsApi);

  readonly working = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  /** Assignments whose resource has no counterpart at the target. */
  readonly unmatched = signal(0);

  /** Changes that give one principal the assignments of another on some services. */
  async betweenPrincipals(
    from: Principal,
    to: Principal,
    services: readonly string[],
    replace: boolean,
  ): Promise<readonly PlannedChange[] | undefined> {
    return this.attempt(async () => {
      const changes: PlannedChange[] = [];
      for (const service of services) {
        const source = await this.held(service, from);
        const target = await this.held(service, to);
        changes.push(...difference(to, source.list, target, replace));
      }
      return changes;
    });
  }

  /** Changes that give a principal the same assignments below one branch as below another, by relative path. */
  async betweenBranches(
    principal: Principal,
    from: BranchRef,
    to: BranchRef,
    replace: boolean,
  ): Promise<readonly PlannedChange[] | undefined> {
    return this.attempt(async () => {
      const target = await this.held(to.service, principal, to.id);
      const moved: Held[] = [];
      let unmatched = 0;
      for (const held of (await this.held(from.service, principal, from.id)).list) {
        const path = to.path + held.path.slice(from.path.length);
        const resourceId = await this.at(principal, to, path);
        if (resourceId === undefined) unmatched++;
        else moved.push({ ...held, resourceId, path });
      }
      this.unmatched.set(unmatched);
      return difference(principal, moved, target, replace);
    });
  }

  private async held(service: string, principal: Principal, below?: number): Promise<AllHeld> {
    const list: Held[] = [];
    let oldest = Number.MAX_SAFE_INTEGER;
    const branch = below === undefined ? {} : { parentId: below };
    for (let offset = 0; ; offset += PAGE) {
      const page = { assigned: true, offset, limit: PAGE, ...branch };
      const { rows, total, revision } = await this.api.matrix(service, principal, page);
      list.push(...rows.flatMap(heldOn));
      oldest = Math.min(oldest, revision);
      if (offset + PAGE >= total) return { list, revision: oldest };
    }
  }

  /** The resource at a path below a branch, by the names on the way. */
  private async at(principal: Principal, branch: BranchRef, path: string): Promise<number | undefined> {
    let id: number | undefined = branch.id;
    for (const name of path.slice(branch.path.length + 1).split('/')) {
      if (id === undefined || name === '') return id;
      id = await this.child(branch.service, principal, id, name);
    }
    return id;
  }

  private async child(
    service: string,
    principal: Principal,
    parentId: number,
    name: string,
  ): Promise<number | undefined> {
    for (let offset = 0; ; offset += PAGE) {
      const { rows, total } = await this.api.matrix(service, principal, { parentId, offset, limit: PAGE });
      const found = rows.find((row) => row.resource_name === name);
      if (found || offset + PAGE >= total) return found?.resource_id;
    }
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    this.working.set(true);
    this.problem.set(undefined);
    this.unmatched.set(0);
    try {
      return await work();
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
      return undefined;
    } finally {
      this.working.set(false);
    }
  }
}

function heldOn({ resource_id, path, cells }: MatrixRowDto): Held[] {
  return Object.entries(cells).flatMap(([permission, { explicit }]) =>
    explicit ? [{ resourceId: resource_id, path, permission, assignment: explicit as Assignment }] : [],
  );
}

function difference(
  principal: Principal,
  source: readonly Held[],
  { list: target, revision }: AllHeld,
  replace: boolean,
): PlannedChange[] {
  const key = ({ resourceId, permission }: Held): string => `${resourceId}:${permission}`;
  const present = new Map(target.map((held) => [key(held), held.assignment]));
  const changes = source.map(({ assignment, ...held }) => {
    const before = present.get(key({ assignment, ...held })) ?? null;
    return { principal, ...held, atEdit: before, before, revision, after: assignment };
  });
  const copied = new Set(source.map(key));
  const removed = replace
    ? target
        .filter((held) => !copied.has(key(held)))
        .map(({ assignment, ...held }) => ({
          principal,
          ...held,
          atEdit: assignment,
          before: assignment,
          revision,
          after: null,
        }))
    : [];
  return [...changes.filter(({ before, after }) => !sameAssignment(before, after)), ...removed];
}
