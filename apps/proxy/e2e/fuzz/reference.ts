import { UNKNOWN, decides, deniesBelow, everywhere } from '../interpretation/reference';
import type { Persona, ScenarioService } from './scenario';

/** A permission on the resource at a path, which begins below the service, or on all of the service. */
export interface Need {
  readonly permission: string;
  readonly on: readonly string[] | 'everywhere' | Unregistered;
}

/** A name that a map service may apply to everything below the path `below`: it inherits from the path `from`. */
export interface Unregistered {
  readonly from: readonly string[];
  readonly below: readonly string[];
}

/** What a request needs: all of a list, or what requests outside the grammar need. */
export type Needs = readonly Need[] | 'outside' | 'administrator';

/** A path to something that the service may have without a registered resource. */
export const UNREGISTERED: readonly string[] = [UNKNOWN];

/**
 * Whether a persona may send a request, according to the permission assignments.
 * Reference: permission-rules#effective-resolution, permission-rules#authority.
 */
export function mayAsk(service: ScenarioService, persona: Persona, needs: Needs): boolean {
  if (persona === 'administrator') return true;
  if (needs === 'administrator') return false;
  if (needs === 'outside') return mayDoEverything(service, persona);
  return needs.every(({ permission, on }) => {
    if (on === 'everywhere') return everywhere(service, persona, permission);
    if (!('below' in on)) return decides(service, persona, permission, on);
    const inherits = decides(service, persona, permission, [...on.from, UNKNOWN]);
    return inherits && !deniesBelow(service, persona, permission, on.below);
  });
}

/** Permissions that cover all operations of the servers of a type. Those of other types also implement protocols without any. */
const SPANNING: Readonly<Record<string, readonly string[]>> = {
  access: ['access'],
  api: ['read', 'write'],
  'project-api': ['read', 'write'],
  thredds: ['browse', 'read'],
  wps: ['describeprocess', 'execute', 'getcapabilities'],
};
const OF_HANDLER: Readonly<Record<string, readonly string[]>> = {
  api: ['read', 'write'],
  wps: ['describeprocess', 'execute'],
};

/** Whether all requests of a persona to a service are allowed, except to what is switched off. */
export function mayDoEverything(service: ScenarioService, persona: Persona): boolean {
  if (persona === 'administrator') return true;
  const { type, permissions, switchedOff } = service;
  const off = switchedOff.flatMap((handler) => OF_HANDLER[handler] ?? []);
  const needed = type === 'geoserver' ? permissions.filter((name) => !off.includes(name)) : SPANNING[type];
  return needed?.every((name) => everywhere(service, persona, name)) ?? false;
}
