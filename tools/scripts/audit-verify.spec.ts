import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AuditPurge } from '@gatehouse/audit';
import { Group, UnitOfWork } from '@gatehouse/database';
import { type TestDatabase, alterHistory, createTestDatabase } from '@gatehouse/testing';

// They may have to wait for a build.

const run = promisify(execFile);

interface Outcome {
  readonly code: number;
  readonly text: string;
}

describe('the programs for the audit log', () => {
  let database: TestDatabase;
  let oldHead = '';
  let removedHead = '';

  beforeAll(async () => {
    database = await createTestDatabase();
    const unitOfWork = new UnitOfWork(database.dataSource);
    for (let count = 0; count < 20; count += 1)
      await unitOfWork.run(() => unitOfWork.manager.insert(Group, { name: `group ${count}` }));
    const [row] = await database.dataSource.query<{ last: string }[]>(
      'SELECT value - 2 AS last FROM access_revision',
    );
    const last = Number(row?.last);
    await alterHistory(database.dataSource, [
      [`UPDATE revisions SET begun_at = begun_at - interval '10 days' WHERE revision <= $1`, [last]],
      ['DELETE FROM audit_chain'],
      ['SELECT seal(revision) FROM (SELECT revision FROM revisions ORDER BY revision) AS all_revisions'],
    ]);
    const headAt = async (revision: number): Promise<string> => {
      const [link] = await database.dataSource.query<{ hash: string }[]>(
        "SELECT encode(hash, 'hex') AS hash FROM audit_chain WHERE revision = $1",
        [revision],
      );
      return `changes:${revision}:${link?.hash}`;
    };
    [oldHead, removedHead] = [await headAt(last - 1), await headAt(last)];
    await new AuditPurge(database.dataSource, { changes: 86_400, events: 0, maxEvents: 1_000 }).run();
  });
  afterAll(() => database.drop());

  async function node(...args: string[]): Promise<Outcome> {
    const options = { cwd: process.cwd(), env: { PATH: process.env['PATH'] } };
    return run(process.execPath, args, options).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        text: `${stdout}${stderr}`,
      }),
    );
  }
  const program = (name: string, ...args: string[]) =>
    node(`tools/scripts/${name}.mjs`, '--url', database.url, ...args);

  /** The verification as the program does it, without a build before. */
  const verify = (...args: string[]) => {
    const given = JSON.stringify(['--url', database.url, ...args]);
    const script = `import { runProgram } from './tools/scripts/checkout.mjs';
      import { readOptions, verify } from './tools/scripts/audit-verify.mjs';
      await runProgram(() => verify(readOptions(${given})));`;
    return node('--input-type=module', '-e', script);
  };

  it('print the heads that a later verification expects', async () => {
    const { code, text } = await program('audit-heads');
    expect(code).toBe(0);
    const heads = text.trim().split('\n');
    expect(heads).toEqual([
      expect.stringMatching(/^changes:\d+:[0-9a-f]{64}$/),
      expect.stringMatching(/^events:1:[0-9a-f]{64}$/),
    ]);
    const expected = [...heads, removedHead].flatMap((head) => ['--expect', head]);
    const verified = await program('audit-verify', ...expected);
    expect(verified).toEqual({ code: 0, text: expect.stringContaining('The audit log is intact.') });
    for (const head of heads) expect(verified.text).toContain(`head ${head}`);
  });

  it('fail for a head in the removed part, unless --removed-ok, and for another one at an anchor despite it', async () => {
    const zeros = oldHead.replace(/[0-9a-f]{64}$/, '0'.repeat(64));
    for (const head of [oldHead, zeros]) {
      const { code, text } = await verify('--expect', head);
      expect(code).toBe(1);
      expect(text).toContain(`UNVERIFIABLE ${head}`);
      expect(text).not.toContain('intact');
    }
    const accepted = await verify('--expect', oldHead, '--removed-ok');
    expect(accepted).toEqual({
      code: 0,
      text: expect.stringContaining('What remains of the audit log is intact.'),
    });
    const other = removedHead.replace(/[0-9a-f]{64}$/, '0'.repeat(64));
    const { code, text } = await verify('--expect', other, '--removed-ok');
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining('has another link than expected'),
    });
  });

  it.each([
    'changes:3',
    'changes:0:' + '0'.repeat(64),
    'changes:03:' + '0'.repeat(64),
    'changes:3:' + '0'.repeat(63),
    'head changes:3:' + '0'.repeat(64),
    'changes:3:' + '0'.repeat(64) + '\n',
    '',
  ])('fail for the malformed head %j, also with --removed-ok', async (head) => {
    const { code, text } = await program('audit-verify', '--expect', head, '--removed-ok');
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('--expect takes a head') });
  });

  it('report removals of earlier versions as unproven, and removals without an event as problems', async () => {
    const log = database.dataSource;
    await alterHistory(log, [['ALTER TABLE audit_anchors DROP CONSTRAINT audit_anchors_complete']]);
    await alterHistory(log, [
      [
        'UPDATE audit_anchors SET first_position = NULL, removed_number = NULL, last_link_at = NULL, reason = NULL',
      ],
    ]);
    const unproven = await verify();
    expect(unproven).toEqual({ code: 1, text: expect.stringContaining('UNPROVEN changes 1 to ') });
    expect((await verify('--removed-ok')).code).toBe(0);
    await alterHistory(log, [
      [
        `UPDATE audit_anchors SET first_position = 1, removed_number = removed_through, reason = 'age',
          last_link_at = removed_at - interval '1 day'`,
      ],
    ]);
    const unrecorded = await verify('--removed-ok');
    expect(unrecorded).toEqual({ code: 1, text: expect.stringContaining('no event says so') });
  });
});
