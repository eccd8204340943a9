import { createHmac } from 'node:crypto';
import { plainOf } from '../read/file-value';
import type { Entries } from '../read/read-sections';

/**
 * A digest of the entries with the values of variables, without comments and layout. Its key keeps whoever reads the database
 * from trying passwords that may be among the values.
 */
export function contentDigest(
  { providers, groups, users, resources, permissions }: Entries,
  key: Buffer,
): string {
  const hmac = createHmac('sha256', key);
  for (const { key: name, value } of providers) hmac.update(JSON.stringify([name.value, plainOf(value)]));
  for (const section of [groups, users, permissions])
    hmac.update(`\n${JSON.stringify(section.map((entry) => plainOf(entry)))}`);
  // Contents without it have the digest that earlier versions recorded.
  if (resources.length > 0)
    hmac.update(`\nresources ${JSON.stringify(resources.map((entry) => plainOf(entry)))}`);
  return hmac.digest('hex');
}
