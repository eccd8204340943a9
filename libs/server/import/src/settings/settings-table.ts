import type { ReferenceSetting } from './reference-setting';
import { ACCOUNT_SETTINGS } from './table/accounts';
import { APPLICATION_SETTINGS } from './table/application';
import { PROXY_SETTINGS } from './table/proxy';

/** All settings of the reference, of its proxy and of birdhouse-deploy, and what becomes of them. */
export const REFERENCE_SETTINGS: readonly ReferenceSetting[] = [
  ...APPLICATION_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...PROXY_SETTINGS,
];

const exact = new Map<string, ReferenceSetting>();
const prefixes: (readonly [prefix: string, setting: ReferenceSetting])[] = [];
for (const setting of REFERENCE_SETTINGS)
  for (const name of setting.names)
    if (name.endsWith('*')) prefixes.push([name.slice(0, -1), setting]);
    else exact.set(name, setting);

/** The entry for a name in its spelling of the environment. */
export function referenceSetting(name: string): ReferenceSetting | undefined {
  return exact.get(name) ?? prefixes.find(([prefix]) => name.startsWith(prefix))?.[1];
}

const OWN = /^(?:MAGPIE|TWITCHER|PHOENIX|WSO2|GITHUB|KEYCLOAK)_/;

/** Whether a name looks like a setting of the reference; others in the same file belong to other programs. */
export function looksLikeReference(name: string): boolean {
  return OWN.test(name);
}
