import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** An API token from its creation to its revocation, and a client that has nothing else. */
export const tokens: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const ofTokens = '/users/{user_name}/tokens';
  const { user_name } = done(await admin.GET('/session')).user ?? { user_name: '' };
  const ofUser = { params: { path: { user_name } } };
  const created = done(
    await admin.POST(ofTokens, { ...ofUser, body: { token_name: 'scenario', restriction: [] } }),
  );
  const { token_id } = created.token;
  const ofToken = { params: { path: { user_name, token_id } } };
  expect(done(await admin.GET(ofTokens, ofUser)).tokens).toContainEqual(created.token);
  expect(done(await admin.GET(`${ofTokens}/{token_id}`, ofToken)).token).toEqual(created.token);

  const program = scenarioClient.testUser();
  program.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${created.value}`);
      return request;
    },
  });
  expect(done(await program.GET('/session'))).toMatchObject({ user: { user_name }, token: { token_id } });
  expect(refused(await program.GET('/groups'), 403).error_code).toBe('token_restricted');

  const body = { token_name: 'renamed', restriction: null };
  expect(
    done(await admin.PATCH(`${ofTokens}/{token_id}`, { ...ofToken, body })).token.restriction,
  ).toBeNull();
  // Without the role of an administrator.
  expect(refused(await program.GET('/groups'), 403).error_code).toBe('permission_denied');
  expect(done(await program.GET('/users/{user_name}', ofUser)).user.user_name).toBe(user_name);
  expect(
    refused(await program.POST(ofTokens, { ...ofUser, body: { token_name: 'x' } }), 403).error_code,
  ).toBe('token_not_sufficient');
  done(await admin.DELETE(`${ofTokens}/{token_id}`, ofToken));
  expect(refused(await program.GET('/session'), 401).error_code).toBe('api_token_invalid');
};
