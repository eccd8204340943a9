import { ADMIN, type TestApi, startApi } from '../harness/start-api';
import { type Recorder, startRecorder } from './recorder';
import { STORY } from './story';
import { tellStory } from './typescript/story';

/** Compiled by tools/scripts/generate-client.mjs with the types that it generates. */
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

  it('executes the story, with every body in JSON', async () => {
    await tellStory(recorder.url, ADMIN);
    expect(recorder.exchanges).toEqual(STORY);
  });
});
