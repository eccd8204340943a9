/** What an assignment does. */
type Access = 'allow' | 'deny';

/** Where an assignment applies: only its resource (`match`), or also everything below it (`recursive`). */
export type Scope = 'match' | 'recursive';

/** A permission assignment of the principal on a resource; the permission name is that of the column. */
export interface Assignment {
  readonly access: Access;
  readonly scope: Scope;
}

/** What is in effect for the principal, and which assignment determines it. */
export interface Effect {
  readonly access: Access;
  /** `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`. */
  readonly reason: string;
  /** The resource with the deciding assignment; null where there is none. */
  readonly resource_id: number | null;
  readonly principal: string | null;
}

/** One cell: what is assigned here, and what is in effect. */
export interface GridCell {
  readonly explicit: Assignment | null;
  readonly effective: Effect;
  /** For a group: what is in effect for a member without other assignments. */
  readonly member?: Effect;
}

/** What a cell is about: what is in effect for the user, or for the members of the group. */
export function effectOf({ effective, member }: Pick<GridCell, 'effective' | 'member'>): Effect {
  return member ?? effective;
}

/** A resource with its cells; names that are not allowed on it have no cell. */
export interface GridRow {
  readonly resource_id: number;
  readonly parent_id: number | null;
  readonly resource_name: string;
  readonly resource_display_name: string;
  readonly resource_type: string;
  /** Number of levels below the service. */
  readonly level: number;
  /** Names from the service down to the resource, separated by slashes. */
  readonly path: string;
  readonly child_count: number;
  /** Number of resources below this one, at any level, with an assignment of the principal. */
  readonly assigned_below: number;
  readonly cells: Readonly<Record<string, GridCell>>;
  /** Whether only the real service has it: it has no cells. */
  readonly unregistered?: boolean;
}

/** A page of rows. Without a parent, row 0 is the service and its children follow. */
export interface GridPage {
  readonly revision: number;
  readonly permission_names: readonly string[];
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly GridRow[];
}

/** Which rows to read. `assigned` returns only rows with an assignment of the principal, without their hierarchy. */
export interface PageQuery {
  readonly parentId?: number;
  readonly offset: number;
  readonly limit: number;
  readonly assigned?: boolean;
}

/** A resource on the path to another one, with its position among its siblings. */
export interface PathStep {
  readonly resource_id: number;
  readonly offset: number;
}

/** The source of the rows of a grid. */
export interface GridSource {
  page(query: PageQuery): Promise<GridPage>;
  /** The resources from the service (first) to the resource (last). */
  locate(resourceId: number): Promise<readonly PathStep[]>;
}

/** The resources that only the real service has: rows after the children of a registered one. */
export interface UnregisteredRows {
  /** Whether a resource has any below it; undefined if that is only known when they are read. */
  has(row: GridRow): boolean | undefined;
  /** Some of those directly below a resource, from the one that follows `last`. Does not reject. */
  page(parent: GridRow, last: GridRow | undefined): Promise<UnregisteredPage>;
}

export interface UnregisteredPage {
  readonly rows: readonly GridRow[];
  readonly isLast: boolean;
}
