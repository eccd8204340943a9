import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * A tree with permission assignments, and the decisions on its nodes. The engine, the API and the proxy run the same
 * examples. A node is identified by its path, which starts with the service. Reference: permission-rules#worked-examples.
 */
export interface WorkedExample {
  readonly name: string;
  readonly serviceType: string;
  /**
   * The permission assignments on each node, as `<principal> <permission>`; a node that is only a
   * key of `expected` does not exist.
   */
  readonly nodes: Readonly<Record<string, readonly string[]>>;
  /** By node and permission: `A` (allowed) or `D` (denied), then the deciding principal, where the example names it. */
  readonly expected: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Written {
  name: string;
  service_type: string;
  nodes: WorkedExample['nodes'];
  expected: WorkedExample['expected'];
}

export function workedExamples(): WorkedExample[] {
  const text = readFileSync(join(__dirname, '../cases/worked-examples.yaml'), 'utf8');
  return (parse(text) as Written[]).map(({ service_type, ...rest }) => ({
    ...rest,
    serviceType: service_type,
  }));
}

/** Paths of the nodes that exist, each after its parent. */
export function nodesOf(example: WorkedExample): string[] {
  return Object.keys(example.nodes).sort((one, other) => one.split('/').length - other.split('/').length);
}

/** Path of the node above; undefined for the service. */
export function parentOf(path: string): string | undefined {
  const at = path.lastIndexOf('/');
  return at < 0 ? undefined : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The parsed assignments on a node: principal (`user`, `public` or a group) and permission. */
export function rulesOf(example: WorkedExample, path: string): { principal: string; permission: string }[] {
  return (example.nodes[path] ?? []).map((text) => {
    const [principal = '', permission = ''] = text.split(' ');
    return { principal, permission };
  });
}
