import type { Row } from '../declaration/shown';
import { rowsIn } from '../connection/reply-fields';
import type { Seen } from './seen';

/** Names that are stated of a service; further ones are counted. */
const MAX_NAMES = 5;
const MAX_COUNTED = 1_000;

/** What is refused on the maps of a service since it is not registered, in a sentence; undefined for nothing. */
export async function refusedNames(seen: Seen, service: string): Promise<string | undefined> {
  const path = { service_name: service };
  const facts = await seen.ask('GET /services/{service_name}/unregistered_names', path, { limit: 1 });
  const concerned = Number(facts['total']);
  const treatment = facts['unregistered_names'];
  if (treatment === 'refuse') {
    const names = await unregistered(seen, service);
    // Nothing is missing that is known: it was decided so.
    return names === undefined ? undefined : `${service}: refused to all but administrators${names}`;
  }
  // With `inherit`, the list names denials that unregistered names avoid: nothing is refused.
  if (concerned === 0 || (treatment === 'inherit' && facts['registered_names_only'] !== true))
    return undefined;
  return `${service}: ${concerned} users or groups are concerned${(await unregistered(seen, service)) ?? '.'}`;
}

/** The end of a sentence: the names that the last synchronization has found and that are not registered; undefined without any. */
async function unregistered(seen: Seen, service: string): Promise<string | undefined> {
  const reply = await seen.ask(
    'GET /services/{service_name}/synchronization/changes',
    { service_name: service },
    { kind: 'appeared', state: 'open', limit: MAX_COUNTED },
  );
  const names = rowsIn(reply, 'changes').map(({ path }: Row) =>
    Array.isArray(path) ? path.join('/') : String(path),
  );
  if (names.length === 0) return undefined;
  const rest = names.length - MAX_NAMES;
  const more = names.length === MAX_COUNTED ? ' and many others' : rest > 0 ? ` and ${rest} others` : '';
  const listed = names.slice(0, MAX_NAMES).join(', ') + more;
  return `; the service has ${listed}: gatehouse sync accept ${service} --kind appeared.`;
}
