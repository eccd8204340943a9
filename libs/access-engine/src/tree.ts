/** What a tree is made from: rows that know their parents and their places among siblings. */
export interface TreeRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly ordering: number;
}

/** A row with what is below it. */
export interface TreeNode<Row> {
  readonly row: Row;
  readonly children: readonly TreeNode<Row>[];
}

/**
 * The trees that rows form, siblings by position and then by id. A row whose parent is not among the rows is the root
 * of a tree, so that a branch can be nested on its own.
 */
export function nested<Row extends TreeRow>(rows: Iterable<Row>): TreeNode<Row>[] {
  const nodes = new Map<number, { row: Row; children: TreeNode<Row>[] }>();
  for (const row of rows) nodes.set(row.id, { row, children: [] });
  const roots: TreeNode<Row>[] = [];
  for (const node of nodes.values()) {
    const parent = node.row.parentId === null ? undefined : nodes.get(node.row.parentId);
    (parent?.children ?? roots).push(node);
  }
  for (const { children } of nodes.values()) children.sort(compareSiblings);
  return roots.sort(compareSiblings);
}

function compareSiblings(a: TreeNode<TreeRow>, b: TreeNode<TreeRow>): number {
  return a.row.ordering - b.row.ordering || a.row.id - b.row.id;
}

/** Only the nodes that are wanted and those above them. Reference: permissions#listings. */
export function cropped<Row>(
  trees: readonly TreeNode<Row>[],
  wanted: (row: Row) => boolean,
): TreeNode<Row>[] {
  return trees.flatMap((node) => {
    const children = cropped(node.children, wanted);
    return children.length > 0 || wanted(node.row) ? [{ row: node.row, children }] : [];
  });
}

/** The rows of trees, each before what is below it. */
export function flattened<Row>(trees: readonly TreeNode<Row>[]): Row[] {
  return trees.flatMap((node) => [node.row, ...flattened(node.children)]);
}

/** Each row of the trees turned into something else, for instance what a reply shows of it. */
export function mapped<Row, Shown>(
  trees: readonly TreeNode<Row>[],
  show: (row: Row) => Shown,
): TreeNode<Shown>[] {
  return trees.map((node) => ({ row: show(node.row), children: mapped(node.children, show) }));
}

/**
 * Which services a listing shows: those on which something counts, and with `cascade` also those on which something
 * counts only further down. `counted` are the resources with counted assignments. Reference: permissions#listings.
 */
export function listedServices<Service extends { readonly resourceId: number }>(
  services: Iterable<Service>,
  counted: Iterable<number>,
  rootOf: (resourceId: number) => number | undefined,
  cascade: boolean,
): Service[] {
  const listed = new Set<number | undefined>();
  for (const id of counted) listed.add(cascade ? rootOf(id) : id);
  return [...services].filter((service) => listed.has(service.resourceId));
}

/** A path nested from the service down to the resource: a tree that holds this one branch. Reference: http#reading-resources. */
export function branchDown<Row>(pathUp: readonly Row[]): TreeNode<Row> | undefined {
  let below: TreeNode<Row> | undefined;
  for (const row of pathUp) below = { row, children: below ? [below] : [] };
  return below;
}

/** A row with the one above it. */
export interface ParentNode<Row> {
  readonly row: Row;
  readonly parent?: ParentNode<Row>;
}

/** A path nested from the resource up to the service. Reference: http#reading-resources. */
export function chainUp<Row>(pathUp: readonly Row[]): ParentNode<Row> | undefined {
  return pathUp.reduceRight<ParentNode<Row> | undefined>(
    (parent, row) => (parent ? { row, parent } : { row }),
    undefined,
  );
}
