import { computed, inject, Injectable, signal } from '@angular/core';
import { Remote, SearchApi, ServicesApi, Session, UsersApi } from '@gatehouse/ui-data';
import type { Option } from '@gatehouse/ui-grid';

/** A service or resource that an entry of a restriction can name. */
export interface Branch {
  readonly id: number;
  readonly name: string;
  /** Names from the service down to it. */
  readonly path: string;
  readonly hasChildren: boolean;
}

/** What is below a branch, page by page. */
export interface BranchPage {
  readonly branches: readonly Branch[];
  /** What the next page follows; null if there is none. */
  readonly next: number | null;
}

/** Resources that are read at a time. */
const PAGE = 100;

/**
 * The services and resources among which entries of restrictions are chosen: for administrators all of them, for others those that
 * they see. Reference: permission-rules#visibility
 */
@Injectable()
export class ResourceSource {
  private readonly session = inject(Session);
  private readonly services = inject(ServicesApi);
  private readonly users = inject(UsersApi);
  private readonly search = inject(SearchApi);
  private readonly userName = signal(this.session.user()?.user_name ?? '').asReadonly();

  readonly isAdministrator = this.session.isAdministrator;
  readonly roots = new Remote(() => this.readRoots());
  private readonly types = computed(
    () => new Map(this.roots.value()?.map(({ branch, type }) => [branch.name, type])),
  );

  /** The type of the service of a path; undefined if it is not among the roots. */
  typeOf(path: string): string | undefined {
    return this.types().get(path.split('/', 1)[0] ?? '');
  }

  /** A page of what is below a branch, with at least one resource unless it is the last one. */
  async below(branch: Branch, after?: number): Promise<BranchPage> {
    for (let next = after; ;) {
      const page = await this.pageBelow(branch, next);
      if (page.branches.length > 0 || page.next === null) return page;
      next = page.next;
    }
  }

  /** For administrators: services and resources by parts of their names and paths. The id of each option is that of the resource. */
  async find(q: string): Promise<readonly Option[]> {
    const { results } = await this.search.find(q, ['resource', 'service']);
    return results.map(({ id, name, path }) => ({ id: String(id), label: name, note: path ?? name }));
  }

  private async pageBelow({ id, path }: Branch, after?: number): Promise<BranchPage> {
    const { children, next } = this.isAdministrator()
      ? await this.pageOfAll(id, after)
      : await this.users.visibleChildren(this.userName(), id, PAGE, after);
    const branches = children.map(({ resource_id, resource_name, has_children }) => ({
      id: resource_id,
      name: resource_name,
      path: `${path}/${resource_name}`,
      hasChildren: has_children,
    }));
    return { branches, next };
  }

  private async pageOfAll(id: number, after?: number) {
    const children = await this.services.childrenPage(id, PAGE, after);
    return { children, next: children.length === PAGE ? (children.at(-1)?.resource_id ?? null) : null };
  }

  private async readRoots(): Promise<readonly { branch: Branch; type: string }[]> {
    const listed = this.isAdministrator()
      ? Object.values(await this.services.byType()).flatMap((byName) => Object.values(byName))
      : await this.users.servicesOf(this.userName());
    return listed
      .map(({ resource_id: id, service_name: name, service_type: type }) => ({
        branch: { id, name, path: name, hasChildren: true },
        type,
      }))
      .sort((one, other) => one.branch.name.localeCompare(other.branch.name));
  }
}
