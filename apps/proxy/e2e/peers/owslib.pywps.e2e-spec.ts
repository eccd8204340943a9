import { type Scene, openScene, serviceOf } from './oracle/scene';
import { runClient } from './servers/client';

describe('OWSLib, with PyWPS behind the proxy', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene('pywps');
  }, 60_000);
  afterAll(() => scene.close());

  it('describes and executes a process that it may', async () => {
    const address = `${scene.proxy}/${serviceOf(scene, 'wps').name}`;
    expect(await runClient('owslib_processes.py', address, 'public')).toEqual({
      announced: ['public', 'secret'],
      inputs: ['public_mark'],
      status: 'ProcessSucceeded',
      output: ['PUBLIC-MARK'],
    });
  });

  it('is told that it may not execute another one', async () => {
    const address = `${scene.proxy}/${serviceOf(scene, 'wps').name}`;
    await expect(runClient('owslib_processes.py', address, 'secret')).rejects.toThrow(/401|sign/i);
  });
});
