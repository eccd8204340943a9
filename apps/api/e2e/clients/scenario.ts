/**
 * The exchanges of a generated client with the service in the scenario, the same in every language. Each client
 * checks the content of the replies itself.
 */
export const SCENARIO: readonly string[] = [
  'GET /session 200',
  'POST /signin application/json 401',
  'POST /signin application/json 200',
  'GET /session 200',

  'POST /users/current/tokens application/json 201',
  'GET /session 200',
  'GET /users 403',
  'POST /users/current/tokens application/json 403',
  'DELETE /users/current/tokens/{uuid} 200',
  'GET /session 401',

  'POST /groups application/json 201',
  'POST /groups application/json 409',
  'POST /users application/json 201',
  'POST /services application/json 201',
  'POST /resources application/json 201',
  'POST /services/atlas/resources application/json 201',

  'POST /users/reader/services/atlas/permissions application/json 201',
  'POST /users/reader/services/atlas/permissions application/json 409',
  'PUT /users/reader/services/atlas/permissions application/json 200',
  'GET /users/reader/resources/{id}/permissions?effective=true 200',
  'GET /users/reader/resources/{id}/permissions/explain?permission=read 200',
  'DELETE /users/reader/services/atlas/permissions application/json 200',
  'PATCH /permissions application/json 200',
  'GET /groups/readers/services/atlas/permissions 200',
  'PUT /users/reader/resources/{id}/permissions application/json 422',

  'PATCH /resources/{id} application/json 200',
  'PATCH /groups/readers application/json 200',
  'PATCH /services/atlas application/json 200',
  'PATCH /users/reader application/json 200',

  'GET /groups?limit=2 200',
  'GET /groups?after=anonymous&limit=2 200',
  'GET /groups?after=users&limit=2 200',
  'GET /groups 200',
  'GET /users?detail=true&status=OK 200',
  'GET /resources/{id}/children?limit=1 200',
  'GET /resources/{id}/children?after={id} 200',
  'GET /services 200',
  'GET /services?flatten=true&type=api 200',
  'GET /changes?limit=1 200',
  'GET /users/unknown 404',

  'DELETE /services/globe application/json 200',
  'DELETE /groups/sailors 200',
  'DELETE /users/writer 200',
  'GET /services/globe 404',
  'GET /signout 200',
  'GET /users 401',
];
