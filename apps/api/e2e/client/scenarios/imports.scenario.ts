import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** Imports from other software, of which there are none. */
export const imports: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  expect(done(await admin.GET('/imports', { params: { query: { limit: 1 } } })).imports).toEqual([]);
  refused(await admin.GET('/imports/{import_id}', { params: { path: { import_id: 1 } } }), 404);
};
