import { UNKNOWN, decides, everywhere } from '../interpretation/reference';
import type { Persona, ScenarioService } from './scenario';

/** A permission on what a path leads to, which begins below the service, or on all that the service has. */
export interface Need {
  readonly permission: string;
  readonly on: readonly string[] | 'everywhere';
}

/** What a request needs: all of a list, or what those need that no entry of a grammar covers. */
export type Needs = readonly Need[] | 'outside' | 'administrator';

/** A path to something that the service may have and that is not registered in it. */
export const UNREGISTERED: readonly string[] = [UNKNOWN];

/** Whether somebody may ask for something, by the rules as they were written. Reference: permissions#effective-resolution, permissions#authority. */
export function mayAsk(service: ScenarioService, persona: Persona, needs: Needs): boolean {
  if (persona === 'administrator') return true;
  if (needs === 'administrator') return false;
  if (needs === 'outside') return mayDoEverything(service, persona);
  return needs.every(({ permission, on }) =>
    on === 'everywhere'
      ? everywhere(service, persona, permission)
      : decides(service, persona, permission, on),
  );
}

/** Permissions that name all that the servers of a type do. Those of other types also speak protocols without any. */
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

/** Whether nothing that somebody asks of a service is refused, but for what is switched off. */
export function mayDoEverything(service: ScenarioService, persona: Persona): boolean {
  if (persona === 'administrator') return true;
  const { type, permissions, switchedOff } = service;
  const off = switchedOff.flatMap((handler) => OF_HANDLER[handler] ?? []);
  const needed = type === 'geoserver' ? permissions.filter((name) => !off.includes(name)) : SPANNING[type];
  return needed?.every((name) => everywhere(service, persona, name)) ?? false;
}
