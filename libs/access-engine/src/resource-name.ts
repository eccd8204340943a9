import { nameProblem } from './name-problem';

/** Most characters of the names of services and resources. */
export const RESOURCE_NAME_MAX_LENGTH = 100;

/** What services and resources may be called. spec: http-api 3 (SCOPE), decisions 31. */
export const RESOURCE_NAME = /^[A-Za-z0-9]+(?:[: _.-][A-Za-z0-9]+)*$/;

/** Whether a resource may be called so. What is stored under another name stays what it is. */
export function isResourceName(name: string): boolean {
  return (
    name.length <= RESOURCE_NAME_MAX_LENGTH && nameProblem(name) === undefined && RESOURCE_NAME.test(name)
  );
}
