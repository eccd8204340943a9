import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

const UNKNOWN = '6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21';

/** Sessions of users, and new passwords by mail where no mail server is configured. */
export const accountSecurity: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const { name, client } = await scenarioClient.newUser(admin);
  const [session] = done(await client.GET('/users/current/sessions')).sessions;
  expect(session?.current).toBe(true);
  const ofUser = { params: { path: { user_name: name } } };
  const unknown = { params: { path: { user_name: name, session_id: UNKNOWN } } };
  const ownUnknown = { params: { path: { session_id: UNKNOWN } } };
  expect(done(await admin.GET('/users/{user_name}/sessions', ofUser)).sessions).toHaveLength(1);
  const replies = [
    await client.DELETE('/users/current/sessions/{session_id}', ownUnknown),
    await admin.DELETE('/users/{user_name}/sessions/{session_id}', unknown),
  ];
  for (const reply of replies) expect(refused(reply, 404).error_code).toBe('session_not_found');
  done(await client.DELETE('/users/current/sessions'));
  done(await admin.DELETE('/users/{user_name}/sessions', ofUser));
  expect(refused(await client.GET('/users/current/sessions'), 401).error_code).toBe(
    'authentication_required',
  );
  const reset = await client.POST('/register/password-reset', { body: { user_name: name } });
  expect(refused(reset, 404).error_code).toBe('password_reset_disabled');
  done(await admin.DELETE('/users/{user_name}', ofUser));
};
