/**
 * What a route tells about services, resources, groups and users that are not visible. `nothing`: its path names nothing else, and
 * the reply contains only what is visible. `as missing`: existing names and ids are answered like missing ones. `exists`: ids can be told apart.
 */
export type Disclosure = 'nothing' | 'as missing' | 'exists';

/** The routes that are open to users themselves; the table in docs/reference/permission-rules.md. */
export const DISCLOSURE: Readonly<Record<string, Disclosure>> = {
  'GET /users/{user_name}': 'nothing',
  'PATCH /users/{user_name}': 'nothing',
  'DELETE /users/{user_name}': 'nothing',
  'GET /users/{user_name}/groups': 'nothing',
  'GET /users/{user_name}/services': 'nothing',
  'GET /users/{user_name}/resources': 'nothing',
  'GET /users/{user_name}/services/{service_name}/resources': 'as missing',
  'GET /users/{user_name}/services/{service_name}/permissions': 'as missing',
  'GET /users/{user_name}/resources/{resource_id}/permissions': 'exists',
  'GET /users/{user_name}/resources/{resource_id}/permissions/explain': 'as missing',
  'GET /users/{user_name}/resources/{resource_id}/children': 'as missing',
  'GET /users/{user_name}/identities': 'nothing',
  'POST /users/{user_name}/identities': 'nothing',
  'DELETE /users/{user_name}/identities/{identity_id}': 'as missing',
  'GET /users/{user_name}/sessions': 'nothing',
  'DELETE /users/{user_name}/sessions': 'nothing',
  'DELETE /users/{user_name}/sessions/{session_id}': 'as missing',
  'GET /users/{user_name}/tokens': 'nothing',
  'POST /users/{user_name}/tokens': 'nothing',
  'GET /users/{user_name}/tokens/{token_id}': 'as missing',
  'PATCH /users/{user_name}/tokens/{token_id}': 'as missing',
  'DELETE /users/{user_name}/tokens/{token_id}': 'as missing',
};
