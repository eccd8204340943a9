import type { OpenAPIObject } from '@nestjs/swagger';
import { LOGGED_USER } from './tags';

const PREFIX = '/users/{user_name}';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * The same document with every path of a user described once more under the keyword of the signed-in user: they have
 * the same handlers, but generated clients call them by name. Reference: http#version.
 */
export function withLoggedPaths(document: OpenAPIObject, loggedUser: string): OpenAPIObject {
  const paths: OpenAPIObject['paths'] = {};
  for (const [path, item] of Object.entries(document.paths)) {
    paths[path] = item;
    if (path !== PREFIX && !path.startsWith(`${PREFIX}/`)) continue;
    const twin: typeof item = {};
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      twin[method] = {
        ...operation,
        operationId: `${operation.operationId ?? ''}_current`,
        summary: `${operation.summary ?? ''} (the signed-in one)`,
        tags: [LOGGED_USER.name],
        parameters: (operation.parameters ?? []).filter(
          (one) => !('name' in one && one.name === 'user_name'),
        ),
      };
    }
    paths[path.replace(PREFIX, `/users/${loggedUser}`)] = twin;
  }
  return { ...document, paths };
}
