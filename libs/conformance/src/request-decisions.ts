import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type SentRequest, type WrittenRequest, sentRequest } from './sent-request';

/**
 * A service with a tree and permission assignments, and the decisions on requests of a user who is a member of all groups:
 * the worked examples in which the permission depends on more than method and path. Reference: permission-rules#worked-examples,
 * E9 to E11.
 */
export interface DecidedRequests {
  readonly name: string;
  readonly serviceType: string;
  /** The type of each node by its path, each node after its parent, as in a mapping suite. */
  readonly nodes: Readonly<Record<string, string>>;
  /** The permission assignments on nodes, as `<principal> <permission>`; the principal is `user`, `public` or a group. */
  readonly rules: Readonly<Record<string, readonly string[]>>;
  readonly requests: readonly {
    readonly name: string;
    readonly sent: SentRequest;
    readonly isAllowed: boolean;
  }[];
}

interface Written {
  name: string;
  service_type: string;
  nodes: DecidedRequests['nodes'];
  rules: DecidedRequests['rules'];
  requests: (WrittenRequest & { expected: 'A' | 'D' })[];
}

export function decidedRequests(): DecidedRequests[] {
  const text = readFileSync(join(__dirname, '../cases/request-decisions.yaml'), 'utf8');
  return (parse(text) as Written[]).map(({ name, service_type: serviceType, nodes, rules, requests }) => ({
    name,
    serviceType,
    nodes,
    rules,
    requests: requests.map((written) => ({
      name: `${written.request}: ${written.expected}`,
      sent: sentRequest(written),
      isAllowed: written.expected === 'A',
    })),
  }));
}
