import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnitOfWork } from '@gatehouse/database';
import { type Configurations, createConfigurations } from '@gatehouse/desired-state';
import { createDirectory } from '@gatehouse/directory';
import { Fixture, cookieOf } from '../../proxy/e2e/support/fixture';
import { WireClient } from '../../proxy/e2e/support/wire-client';
import { type WireUpstream, startWireUpstream } from '../../proxy/e2e/support/wire-upstream';
import type { ExportedFile } from '../src/policy/export-files';
import { decisionsOfFiles } from '../src/policy/memory/decisions-of-files';
import { stateOfFiles } from '../src/policy/memory/files';
import { type RandomExpectation, type RandomPolicy, randomPolicy } from './harness/random-policies';

const CASES = Number(process.env['SVC_TEST_POLICY_CASES'] ?? 200);
/** Expectations about one state. */
const EXPECTATIONS = 15;
const MS_PER_CASE = 400;
const REFUSALS = new Set([400, 401, 403, 404, 405, 413, 415, 422, 501]);

/** The oracle of policy tests is a proxy that reads the same state from a database. Reference: docs/policy-tests.md. */
describe('a policy test by files', () => {
  let fixture: Fixture;
  let upstream: WireUpstream;
  let client: WireClient;
  let configurations: Configurations;
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-oracle-'));
    fixture = await Fixture.open();
    upstream = await startWireUpstream();
    client = new WireClient((await fixture.startProxy()).port);
    environment = { ...fixture.environment(), SVC_ADMIN_USER: 'root' };
    const unitOfWork = new UnitOfWork(fixture.database.dataSource);
    const hash = async (password: string) => `hash of ${password}`;
    const directory = createDirectory({
      unitOfWork,
      settings: fixture.settings(),
      passwords: { hash, verify: async () => false },
      sessions: { endAllOf: async () => undefined },
    });
    await directory.defaultIdentities.ensure('a password of the tests');
    configurations = createConfigurations({ unitOfWork, directory, hash });
  });
  afterAll(async () => {
    client.close();
    await fixture.close();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Applies a file to the database, and returns the revision. */
  async function applied(path: string): Promise<number> {
    const { state } = stateOfFiles([path], { configHooks: 'require' }, {});
    const { revisions } = await configurations.application.apply(state, { isStrict: true });
    return revisions.at(-1) ?? 0;
  }

  async function cookiesOf({ users }: RandomPolicy): Promise<ReadonlyMap<string, string>> {
    const rows = await fixture.database.dataSource.query<{ id: number; name: string }[]>(
      'SELECT id, name FROM users WHERE name = ANY ($1)',
      [users],
    );
    const cookies = new Map<string, string>();
    for (const { id, name } of rows) cookies.set(name, cookieOf(await fixture.signIn(id)));
    return cookies;
  }

  async function byProxy(
    service: string,
    { sent, sender }: RandomExpectation,
    revision: number,
    cookies: ReadonlyMap<string, string>,
  ): Promise<'allowed' | 'denied'> {
    const cookie = sender === undefined ? undefined : cookies.get(sender);
    upstream.received.splice(0);
    const { status, text } = await client.send({
      method: sent.method,
      target: `/ows/proxy/${service}${sent.path}${sent.query}`,
      headers: [
        ['X-Access-Revision', String(revision)],
        ...(cookie === undefined ? [] : [['Cookie', cookie] as const]),
        ...(sent.contentType === undefined ? [] : [['Content-Type', sent.contentType] as const]),
      ],
      body: sent.body === undefined ? undefined : Buffer.from(sent.body),
    });
    if (status === 200 && upstream.received.length === 1) return 'allowed';
    if (REFUSALS.has(status) && upstream.received.length === 0) return 'denied';
    throw new Error(`${sent.method} ${sent.path}${sent.query} has the status ${status}: ${text}`);
  }

  /** Compares decisions in memory with the proxy, whose database has the same state at the revision. Returns how many were allowed. */
  async function compare(
    policy: RandomPolicy,
    paths: readonly string[],
    base: readonly ExportedFile[] | undefined,
    revision: number,
    cookies: ReadonlyMap<string, string>,
  ): Promise<number> {
    const expectations = policy.expectations(EXPECTATIONS);
    const decisions = await decisionsOfFiles(
      { paths, base, environment, isStrict: true, warn: () => undefined },
      expectations.map((one, index) => ({
        ...one,
        file: 'policy.yml',
        number: index + 1,
        expected: 'allowed',
        because: undefined,
      })),
    );
    let allowed = 0;
    for (const expectation of expectations) {
      const { isAllowed } = await decisions.of(expectation);
      const { subject, question } = expectation;
      const decided = isAllowed ? 'allowed' : 'denied';
      expect({ subject, question, decided }).toEqual({
        subject,
        question,
        decided: await byProxy(policy.service, expectation, revision, cookies),
      });
      if (isAllowed) allowed += 1;
    }
    return allowed;
  }

  async function exported(names: readonly string[]): Promise<ExportedFile[]> {
    const parts: string[] = [];
    await configurations.export.write(async (part) => void parts.push(part));
    const lines = parts.join('').trimEnd().split('\n');
    const files = lines.map(
      (line) => JSON.parse(line) as { readonly name: string; readonly content: string },
    );
    return files
      .filter(({ name }) => names.includes(name))
      .map(({ name, content }) => ({ name, text: content }));
  }

  it(
    'decides as a proxy does whose instance has applied the files, alone or over its state',
    async () => {
      let allowed = 0;
      let count = 0;
      for (let seed = 0; count < CASES; seed += 1) {
        const policy = randomPolicy(seed, upstream.url);
        const path = join(folder, `${policy.service}.json`);
        writeFileSync(path, JSON.stringify(policy.content));
        const revision = await applied(path);
        const cookies = await cookiesOf(policy);
        allowed += await compare(policy, [path], undefined, revision, cookies);
        count += EXPECTATIONS;
        if (seed % 3 !== 0) continue;
        const base = await exported(['principals.yml', `service-${policy.service}.yml`]);
        writeFileSync(path, JSON.stringify(policy.changes));
        const later = Math.max(revision, await applied(path));
        allowed += await compare(policy, [path], base, later, cookies);
        count += EXPECTATIONS;
      }
      // Neither answer is rare.
      expect(allowed).toBeGreaterThan(count / 5);
      expect(allowed).toBeLessThan((count * 4) / 5);
    },
    60_000 + CASES * MS_PER_CASE,
  );
});
