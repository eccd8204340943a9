import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { BackgroundService } from '../src/background-service';
import {
  type Command,
  type Reply,
  SVC_ADMIN_PASSWORD,
  blocksOf,
  carryOut,
  commandsOf,
  isAsShown,
  placesOf,
} from '../src/guide';
import { type RunningSystem, startSystem } from '../src/system';
import { freePort } from '@gatehouse/testing';

const PAGE = 'docs/registration.md';
const NEW_PASSWORD = 'a longer way to the sea';

/** The settings with which the page starts Gatehouse. */
function settingsOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/(SVC_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

describe('the tutorial of registration, mails and webhooks', () => {
  const commands = commandsOf(PAGE);
  const replies = new Map<Command, Reply>();
  let folder: string;
  let mails: ChildProcess;
  let receiver: BackgroundService;
  let system: RunningSystem;

  /** The mail catcher of the page, at another port and with another folder. */
  function startMails(port: number): ChildProcess {
    const [command = ''] = blocksOf(PAGE, 'sh background').filter((block) => block.includes('mail-catcher'));
    const options = ` --port ${port} --folder ${join(folder, 'mails')}`;
    const moved = command.replace(/ *#.*\n$/, options);
    expect(moved).toContain(options);
    return spawn('sh', ['-c', `exec ${moved}`], { stdio: 'ignore' });
  }

  /** The tokens of the links in the newest mail to an address whose text contains `text`; waits until there is one. */
  async function linksTo(address: string, text: string): Promise<string[]> {
    for (const end = Date.now() + 60_000; ; await sleep(50)) {
      const files = await readdir(join(folder, 'mails')).catch(() => []);
      for (const file of files
        .filter((name) => name.includes(address) && name.endsWith('.eml'))
        .sort()
        .reverse()) {
        const mail = await simpleParser(await readFile(join(folder, 'mails', file)));
        const tokens = [...(mail.text ?? '').matchAll(/\/tmp\/([0-9a-f-]{36})/g)].map(
          ([, token = '']) => token,
        );
        if (mail.text?.includes(text) && tokens.length > 0) return tokens;
      }
      if (Date.now() > end) throw new Error(`no mail to ${address} with ${text} and a link`);
    }
  }

  /** A request beside those of the page, as its reader would send it. */
  async function send(path: string, fields: object, cookies: string): Promise<void> {
    const text = `curl ${cookies} -H 'Content-Type: application/json' -d '${JSON.stringify(fields)}' ${system.apiUrl}${path}`;
    const sent: Command = { text, setting: '', status: undefined, reason: undefined };
    const reply = await carryOut(sent, folder, (same) => same);
    expect([path, reply, isAsShown(sent, reply)]).toEqual([path, reply, true]);
  }

  /** Presses the button of the page to which a link leads. */
  const press = (token = '', fields: object = {}, cookies = ''): Promise<void> =>
    send(`/tmp/${token}`, fields, cookies);

  /** What the page asks the reader to do after a command, before the next one. */
  async function thenAct({ text }: Command): Promise<void> {
    if (text.includes('"grace@example.org"')) {
      await press((await linksTo('grace@example.org', '/tmp/'))[0]);
      await press((await linksTo('admin@example.org', 'grace'))[0], {}, '-b admin.jar');
    }
    if (text.endsWith("status=pending'")) await press((await linksTo('grace@example.org', 'divers'))[0]);
    if (text.endsWith('/register/password-reset')) {
      await press((await linksTo('grace@example.org', 'password'))[0], { password: NEW_PASSWORD });
      await send('/signin', { user_name: 'grace', password: NEW_PASSWORD }, '-c grace.jar');
    }
    if (text.includes('hopper@example.org')) {
      await press((await linksTo('hopper@example.org', '/tmp/'))[0]);
      mails.kill();
      receiver.stop();
      await send(
        '/register/users',
        { user_name: 'lin', email: 'lin@example.org', password: NEW_PASSWORD },
        '',
      );
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-registration-'));
    const port = await freePort();
    mails = startMails(port);
    receiver = await BackgroundService.start(PAGE, folder);
    const [start = ''] = blocksOf(PAGE, 'sh start');
    const settings = { ...settingsOf(start), SVC_SMTP_PORT: String(port), SVC_ADMIN_PASSWORD };
    expect(Object.keys(settings).length).toBeGreaterThan(10);
    system = await startSystem({ settings, isWhole: true, workers: 2 });
    const places = placesOf(system, receiver.server);
    for (const command of commands) {
      replies.set(command, await carryOut(command, folder, places));
      await thenAct(command);
    }
  }, 300_000);

  afterAll(async () => {
    mails?.kill();
    receiver?.stop();
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const replyTo = (part: string): string => {
    const command = commands.find(({ text }) => text.includes(part));
    return (command && replies.get(command)?.text) ?? '';
  };

  it.each(commands.map((command, index) => [index + 1, command.text, command] as const))(
    'has the reply that it shows to command %i: %s',
    (_index, _text, command) => {
      const reply = replies.get(command);
      expect([reply, reply && isAsShown(command, reply)]).toEqual([reply, true]);
    },
  );

  it('has commands', () => {
    expect(commands.length).toBeGreaterThan(9);
  });

  it('shows a pending membership, mails that wait for their server, and deliveries of the webhook', () => {
    expect(replyTo('status=pending')).toContain('divers');
    expect(replyTo('state=queued')).toMatch(/"kind": "mail", "state": "queued"/);
    // That of grace, and that of zoe.
    expect(replyTo('/webhooks/1/deliveries').match(/"action": "create_user"/g)).toHaveLength(2);
  });
});
