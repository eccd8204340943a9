/** The rows of a tree, with their parents and their positions among siblings. */
export interface TreeRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly ordering: number;
}

/** A row with its children. */
export interface TreeNode<Row> {
  readonly row: Row;
  readonly children: readonly TreeNode<Row>[];
}

/**
 * Builds the trees of rows, with siblings by position and then by id. A row whose parent is not among the rows is the root
 * of a tree, so that a branch can be nested separately.
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

/** Only the selected nodes and their ancestors. Reference: permission-rules#listings. */
export function cropped<Row>(
  trees: readonly TreeNode<Row>[],
  wanted: (row: Row) => boolean,
): TreeNode<Row>[] {
  return trees.flatMap((node) => {
    const children = cropped(node.children, wanted);
    return children.length > 0 || wanted(node.row) ? [{ row: node.row, children }] : [];
  });
}

/** The rows of trees, each before its descendants. */
export function flattened<Row>(trees: readonly TreeNode<Row>[]): Row[] {
  return trees.flatMap((node) => [node.row, ...flattened(node.children)]);
}

/** Maps each row of the trees, for example to its representation in a reply. */
export function mapped<Row, Shown>(
  trees: readonly TreeNode<Row>[],
  show: (row: Row) => Shown,
): TreeNode<Shown>[] {
  return trees.map((node) => ({ row: show(node.row), children: mapped(node.children, show) }));
}

/** A path nested from the service down to the resource: a tree that holds this one branch. Reference: http#reading-resources. */
export function branchDown<Row>(pathUp: readonly Row[]): TreeNode<Row> | undefined {
  let below: TreeNode<Row> | undefined;
  for (const row of pathUp) below = { row, children: below ? [below] : [] };
  return below;
}

/** A row with its parent. */
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
