import type { RequestParts } from './operation';
import { type Command, fieldsOf } from './command';
import type { Resolver } from './field';
import type { Row } from './shown';

/** The parameters of the path of an operation, such as `user_name`. */
export function pathParameters(operation: string): string[] {
  return [...operation.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Whether the other fields of an operation are in its query; otherwise they are in its body. */
export function usesQuery(operation: string): boolean {
  return /^(?:GET|DELETE) /.test(operation);
}

/** The request of a command with the values of its fields. */
export async function requestOf(command: Command, values: Row, resolver: Resolver): Promise<RequestParts> {
  const { operation = '', constants = {} } = command;
  const inPath = new Set(pathParameters(operation));
  const path: Record<string, string | number> = {};
  const others: Record<string, unknown> = { ...constants };
  for (const [name, field] of Object.entries(fieldsOf(command))) {
    const given = values[name];
    if (given === undefined || field.isLocal) continue;
    const value = field.resolve ? await field.resolve(given, resolver) : given;
    if (inPath.has(name)) path[name] = value as string | number;
    else others[field.wire ?? name] = value;
  }
  return usesQuery(operation) ? { path, query: others } : { path, body: others };
}
