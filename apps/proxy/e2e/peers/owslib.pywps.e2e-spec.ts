import { type PeerSetup, openPeerSetup, serviceOf } from './oracle/peer-setup';
import { runClient } from './servers/client';

describe('OWSLib, with PyWPS behind the proxy', () => {
  let setup: PeerSetup;
  beforeAll(async () => {
    setup = await openPeerSetup('pywps');
  }, 240_000);
  afterAll(() => setup.close());

  it('describes and executes a process that its caller may execute', async () => {
    const address = `${setup.proxy}/${serviceOf(setup, 'wps').name}`;
    expect(await runClient('owslib_processes.py', address, 'public')).toEqual({
      announced: ['public', 'secret'],
      inputs: ['public_mark'],
      status: 'ProcessSucceeded',
      output: ['PUBLIC-MARK'],
    });
  });

  it('receives a refusal for a process that its caller may not execute', async () => {
    const address = `${setup.proxy}/${serviceOf(setup, 'wps').name}`;
    await expect(runClient('owslib_processes.py', address, 'secret')).rejects.toThrow(
      /Authentication required/,
    );
  });
});
