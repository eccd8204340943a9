import { silentLogger } from '@gatehouse/logging';
import { createDataSource, startProblem } from '@gatehouse/database';
import { EXPECTED, observe } from '../../apps/api/e2e/harness/observed-system';
import { type TestApi, startApi } from '../../apps/api/e2e/harness/start-api';
import { Environment, Servers, execute } from './environment';
import { ROWS, type Row } from './rows';

/** Names of rows that are selected; all without them. */
const SELECTED = (process.env['SVC_TEST_ENVIRONMENTS'] ?? '').split(',').filter((name) => name !== 'all');
const rows = ROWS.filter(({ name }) => SELECTED.every((part) => name.includes(part)));

describe('API and proxy', () => {
  let servers: Servers;
  let environment: Environment | undefined;
  beforeAll(async () => {
    servers = await Servers.start(process.env['SVC_TEST_POSTGRES_INSTALLED'] ?? '');
  });
  afterEach(async () => {
    await environment?.remove();
    environment = undefined;
  });
  afterAll(() => servers.stop());

  const start = async ({ url, directUrl, serverUrl }: Environment): Promise<TestApi> => {
    const dataSource = await createDataSource({
      url: serverUrl,
      poolSize: 4,
      use: 'reads',
    }).initialize();
    const settings = {
      SVC_DB_URL: url,
      ...(directUrl === undefined ? {} : { SVC_DB_DIRECT_URL: directUrl }),
    };
    try {
      return await startApi(settings, silentLogger, {
        url: serverUrl,
        dataSource,
        drop: () => dataSource.destroy(),
      });
    } catch (error) {
      await dataSource.destroy();
      throw error;
    }
  };
  const observed = async (api: TestApi) => {
    try {
      return await observe(api, true);
    } finally {
      await api.close();
    }
  };
  const refusalOf = async (made: Environment): Promise<string> =>
    start(made).then(
      async (api) => {
        await api.close();
        return 'it started';
      },
      (error: unknown) => startProblem(error) ?? String(error),
    );

  const show = async (made: Environment): Promise<void> => {
    expect(await observed(await start(made))).toEqual(EXPECTED);
  };
  const refuse = async (made: Environment, { refused, isCorrected }: Row): Promise<void> => {
    const refusal = await refusalOf(made);
    expect(refusal).toMatch(refused ?? /^$/);
    expect(refusal).toMatch(/^SVC_DB_(?:DIRECT_)?URL \([^\n]*$/);
    if (!isCorrected) return;
    await execute(made.serverUrl, ...(refusal.match(/ALTER ROLE [^;]*;/g) ?? []));
    await made.reconnect();
    await show(made);
  };

  it.each<[string, Row]>(rows.map((row) => [row.name, row]))(
    'show the same as with PostgreSQL in the language C, or refuse to start in one line: %s',
    async (_name, row) => {
      environment = await Environment.make(servers, row);
      await (row.refused ? refuse(environment, row) : show(environment));
    },
  );
});
