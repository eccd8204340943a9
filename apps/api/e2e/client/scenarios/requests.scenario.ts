import { done, refused } from './generated-client';
import { newPlatform } from './platform';
import type { Scenario } from './scenario-client';

/** What the proxy would do with a request of a user, and why. */
export const requests: Scenario = async (scenarioClient) => {
  const platform = await newPlatform(scenarioClient);
  const { admin, user_name, service_name } = platform;
  const { evaluation } = done(
    await admin.POST('/requests/evaluate', { body: { url: `${service_name}/rivers`, user_name } }),
  );
  expect(evaluation.outcome).toBe('refused');
  expect(evaluation.needs?.permissions.map(({ permission_name, met }) => [permission_name, met])).toEqual([
    ['read', false],
  ]);
  const command = await admin.POST('/requests/evaluate', { body: { curl: 'curl -T file http://localhost' } });
  expect(refused(command, 422).error_code).toBe('tested_command_unsupported');
  await platform.remove();
};
