import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GENERATED, PROGRAMS, execute } from '../clients/environment';
import { type TestApi, startApi } from '../harness/start-api';

const FOLDER = join(GENERATED, 'schemathesis');

/** Another seed generates other requests than those of every run. */
const SEED = process.env['SVC_TEST_SCHEMATHESIS_SEED'] ?? '1';
const CASES = process.env['SVC_TEST_SCHEMATHESIS_CASES'] ?? '2';

/**
 * Checks what the description guarantees about replies, but not that everything that it allows is accepted, and everything
 * that it forbids is refused: a name may be taken, and unknown fields of queries and bodies are ignored.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
];

describe('schemathesis finds no deviation from the description', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, 'openapi.json'), (await api.anonymous.get('/json').expect(200)).text);
  });
  afterAll(() => api.close());

  /** `excluded`: pattern of the names of operations. */
  const test = async (excluded: string, ...options: string[]): Promise<void> => {
    const always = ['--checks', CHECKS.join(), '--phases', 'examples,fuzzing', '--seed', SEED];
    const limits = ['--max-examples', CASES, '--no-shrink', '--continue-on-failure'];
    // Network mode is off: these answer 501, which counts as an error of the server.
    const without = ['--exclude-tag', 'Network', '--exclude-operation-id-regex', excluded];
    const { code, output } = await execute(
      join(PROGRAMS, 'schemathesis'),
      ['run', 'openapi.json', '--url', api.anonymous.url, ...always, ...limits, ...without, ...options],
      { folder: FOLDER, environment: { NO_COLOR: '1', COLUMNS: '160' } },
    );
    if (code !== 0) throw new Error(output);
  };

  it('for callers without session', () => test('^open_link_consent_page$'), 300_000);

  it('for the administrator, who stays signed in', async () => {
    const cookie = `Cookie: ${api.admin.sessionCookie}`;
    // The administrator configures providers that do not exist, for which these answer 500.
    const ofProviders = 'sign_in_with_provider|log_out_by_provider|link_user_identity';
    // Its events are compared with the schema of the whole reply, which is a text.
    const ofStreams = 'stream_change_events';
    await test(`^(open_link_consent_page|sign_out|${ofProviders}|${ofStreams})`, '--header', cookie);
  }, 300_000);
});
