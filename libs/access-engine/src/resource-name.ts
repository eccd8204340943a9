/** Most characters of the names of services and resources. */
export const RESOURCE_NAME_MAX_LENGTH = 100;

/** What services and resources may be called. spec: http-api 3 (SCOPE). */
export const RESOURCE_NAME = /^[A-Za-z0-9]+(?:[:\s_.-][A-Za-z0-9]+)*$/;

/** Whether a resource may be called so. */
export function isResourceName(name: string): boolean {
  return name.length <= RESOURCE_NAME_MAX_LENGTH && RESOURCE_NAME.test(name);
}
