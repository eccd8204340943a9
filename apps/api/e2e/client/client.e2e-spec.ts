import { type TestApi, startApi } from '../harness/start-api';
import { complaintsAbout, operationKeys } from '../harness/described-replies';
import { ScenarioClient } from './scenarios/scenario-client';
import { runScenarios } from './scenarios/scenarios';

describe('a generated client', () => {
  let api: TestApi;
  let description: string;
  beforeAll(async () => {
    // One scenario has a provider on loopback.
    api = await startApi({ SVC_OUTGOING_ALLOWED: '127.0.0.1' });
    description = (await api.anonymous.get('/json').expect(200)).text;
  });
  afterAll(() => api.close());

  it('calls every operation, and receives the described replies', async () => {
    const scenarioClient = new ScenarioClient(api);
    await runScenarios(scenarioClient);
    const used = new Set(scenarioClient.exchanges.map(({ method, path }) => `${method} ${path}`));
    expect(operationKeys(description).filter((key) => !used.has(key))).toEqual([]);
    expect(complaintsAbout(description, scenarioClient.exchanges)).toEqual([]);
  });

  it('detects replies with an undeclared status, and with an additional, missing or mistyped field', () => {
    const common = { code: 200, type: '', detail: '', path: '', url: '', method: 'GET' };
    const reply = { method: 'GET', path: '/version', status: 200, mediaType: 'application/json' };
    const complaints = complaintsAbout(description, [
      { ...reply, body: { version: '6', db_version: '1', ...common } },
      { ...reply, status: 404, body: { version: '6', db_version: '1', ...common } },
      { ...reply, body: { version: '6', ...common } },
      { ...reply, body: { version: 6, db_version: '1', ...common } },
      { ...reply, body: { version: '6', db_version: '1', more: 1, ...common } },
    ]);
    expect(complaints).toEqual([
      'GET /version does not declare 404',
      expect.stringMatching(/db_version.*\/examples\/reply2\//),
      expect.stringMatching(/`version`.*\/examples\/reply3\//),
      expect.stringMatching(/`more`.*\/examples\/reply4\//),
    ]);
  });

  it('detects replies with an error code that the operation does not declare', () => {
    const common = { code: 406, type: '', detail: '', path: '', url: '', method: 'GET' };
    const reply = { method: 'GET', path: '/version', status: 406, mediaType: 'application/json' };
    const body = { ...common, route_name: '', request_url: '' };
    const complaints = complaintsAbout(description, [
      { ...reply, body: { ...body, error_code: 'not_acceptable' } },
      { ...reply, body: { ...body, error_code: 'user_not_found' } },
    ]);
    expect(complaints).toEqual(['GET /version 406 does not declare "user_not_found"']);
  });
});
