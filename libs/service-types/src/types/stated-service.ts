import { type Pair, readPairs } from '../grammar/pairs';
import { type Outside, isOutside } from '../reading';
import type { ServiceRequest } from '../request';

/** The value of `service` in a query, lower case; `ambiguous` where servers disagree about it. */
export function serviceIn(query: string, fields: readonly Pair[] | Outside = []): string | undefined {
  const pairs = [readPairs(query, 'query'), fields];
  const values = new Set<string>();
  for (const list of pairs) {
    if (isOutside(list)) return 'ambiguous';
    for (const { name, value } of list)
      if (name === 'service' && value !== '') values.add(value.toLowerCase());
  }
  const [service] = values;
  return values.size > 1 ? 'ambiguous' : service;
}

/** The protocol that query, form or document name. */
export function serviceOf({ query, body }: ServiceRequest): string | undefined {
  if (body.kind !== 'xml') return serviceIn(query, body.kind === 'form' ? body.fields : []);
  const written = body.root.attributes.find(({ name, namespace }) => name === 'service' && namespace === '');
  const inQuery = serviceIn(query);
  const inBody = written?.value.toLowerCase();
  return inQuery !== undefined && inBody !== undefined && inQuery !== inBody
    ? 'ambiguous'
    : (inBody ?? inQuery);
}
