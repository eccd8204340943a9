import { ADMIN, type TestApi, startApi } from '../harness/start-api';
import { type Recorder, startRecorder } from './recorder';
import { SCENARIO } from './scenario';
import { runScenario } from './typescript/scenario';

describe('a client in TypeScript', () => {
  let api: TestApi;
  let recorder: Recorder;
  beforeAll(async () => {
    api = await startApi();
    recorder = await startRecorder(api.anonymous.url);
  });
  afterAll(async () => {
    await recorder.stop();
    await api.close();
  });

  it('executes the scenario, with every body in JSON', async () => {
    await runScenario(recorder.url, ADMIN);
    expect(recorder.exchanges).toEqual(SCENARIO);
  });
});
