import { refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** The paths of one-time links, with a link that does not exist. */
export const links: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const ofLink = { params: { path: { token: '0b1c2d3e-4f50-4a61-8b72-9c83ad94be05' } } };
  const replies = [
    await admin.GET('/tmp/{token}', ofLink),
    await admin.GET('/tmp/{token}/details', ofLink),
    await admin.POST('/tmp/{token}', { ...ofLink, body: {} }),
  ];
  for (const reply of replies) expect(refused(reply, 404).error_code).toBe('link_not_found');
};

/** The paths of registrations, while registration is off. */
export const registrations: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const body = { user_name: 'bob', email: 'bob@example.org', password: 'correct horse battery' };
  const ofRegistration = { params: { path: { registration_name: 'bob' } } };
  const replies = [
    await admin.POST('/register/users', { body }),
    await admin.GET('/register/users'),
    await admin.GET('/register/users/{registration_name}', ofRegistration),
    await admin.DELETE('/register/users/{registration_name}', ofRegistration),
    await admin.POST('/register/users/{submitted_name}/resend', {
      params: { path: { submitted_name: 'bob' } },
      body: { email: 'bob@example.org' },
    }),
  ];
  for (const reply of replies) expect(refused(reply, 404).error_code).toBe('registration_disabled');
};
