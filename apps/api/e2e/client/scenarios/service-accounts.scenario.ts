import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** API tokens that stay with a new password, and those of a service account. */
export const serviceAccounts: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const { name: person, client } = await scenarioClient.newUser(admin);
  const own = done(await client.POST('/users/current/tokens', { body: { token_name: 'nightly' } }));
  expect(own.value).toMatch(/^gth_/);
  const { token_id } = own.token;
  const ofOwn = { params: { path: { token_id } } };
  expect(done(await client.GET('/users/current/tokens')).tokens.map((one) => one.token_id)).toEqual([
    token_id,
  ]);
  expect(done(await client.GET('/users/current/tokens/{token_id}', ofOwn)).token.token_name).toBe('nightly');
  done(await client.PATCH('/users/current/tokens/{token_id}', { ...ofOwn, body: { token_name: 'daily' } }));
  const ofPerson = { params: { path: { user_name: person, token_id } } };
  expect(done(await admin.GET('/users/{user_name}/tokens/{token_id}', ofPerson)).token.token_name).toBe(
    'daily',
  );
  const password = 'another password for reading';
  done(await client.PATCH('/users/current', { body: { password, keep_tokens: [token_id] } }));
  done(await client.DELETE('/users/current/tokens/{token_id}', ofOwn));

  const user_name = scenarioClient.name('harvester');
  const created = done(await admin.POST('/service_accounts', { body: { user_name } }));
  expect([created.user.kind, created.user.email]).toEqual(['service', '']);
  expect(done(await admin.GET('/service_accounts')).user_names).toContain(user_name);
  const ofAccount = { params: { path: { user_name } } };
  const ofAccountToken = (id: string) => ({ params: { path: { user_name, token_id: id } } });
  const body = { token_name: 'harvest', restriction: [] };
  const { token } = done(await admin.POST('/users/{user_name}/tokens', { ...ofAccount, body }));
  expect(done(await admin.GET('/users/{user_name}/tokens', ofAccount)).tokens).toHaveLength(1);
  const renamed = { ...ofAccountToken(token.token_id), body: { token_name: 'renamed' } };
  done(await admin.PATCH('/users/{user_name}/tokens/{token_id}', renamed));
  done(await admin.DELETE('/users/{user_name}/tokens/{token_id}', ofAccountToken(token.token_id)));
  const withPassword = await admin.PATCH('/users/{user_name}', { ...ofAccount, body: { password } });
  expect(refused(withPassword, 403).error_code).toBe('service_account_not_allowed');
  done(await admin.DELETE('/users/{user_name}', ofAccount));
  done(await admin.DELETE('/users/{user_name}', { params: { path: { user_name: person } } }));
};
