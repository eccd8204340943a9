import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackgroundService } from '../src/background-service';
import {
  type Command,
  type Reply,
  SVC_ADMIN_PASSWORD,
  commandsOf,
  isAsShown,
  placesOf,
  settled,
} from '../src/guide';
import { type RunningSystem, startSystem } from '../src/system';

const README = 'README.md';

describe('the tutorial of the README', () => {
  const commands = commandsOf(README);
  const replies = new Map<Command, Reply>();
  let service: BackgroundService;
  let system: RunningSystem;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-first-steps-'));
    service = await BackgroundService.start(README, folder);
    system = await startSystem({ settings: { SVC_ADMIN_PASSWORD }, isWhole: true, workers: 2 });
    const places = placesOf(system, service.server);
    for (const command of commands) replies.set(command, await settled(command, folder, places));
  }, 300_000);

  afterAll(async () => {
    service?.stop();
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows requests that are allowed, refused, and anonymous', () => {
    expect(commands.length).toBeGreaterThan(20);
    expect(new Set(commands.map(({ status }) => status))).toEqual(new Set([undefined, 200, 401, 403]));
  });

  it.each(commands.map((command, index) => [index + 1, command.text, command] as const))(
    'has the reply that it shows to command %i: %s',
    (_index, _text, command) => {
      const reply = replies.get(command);
      expect([reply, reply && isAsShown(command, reply)]).toEqual([reply, true]);
    },
  );

  it('shows what the service answers through the proxy', () => {
    const command = commands.find(({ text, status }) => status === 200 && text.endsWith('/shelf/sea.txt'));
    expect(command && replies.get(command)?.text).toContain('the secret of the sea');
  });
});
