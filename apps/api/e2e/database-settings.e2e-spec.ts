import { silentLogger } from '@gatehouse/logging';
import { createDatabaseIn } from '@gatehouse/testing';
import { EXPECTED, observe } from './harness/observed-system';
import { type TestApi, startApi } from './harness/start-api';

/** Settings that a role, a database or a server may have. */
const HOSTILE = {
  default_transaction_isolation: "'serializable'",
  DateStyle: "'SQL', 'DMY'",
  IntervalStyle: "'sql_standard'",
  TimeZone: "'Asia/Kathmandu'",
  standard_conforming_strings: "'off'",
  array_nulls: "'off'",
  bytea_output: "'escape'",
  extra_float_digits: "'-15'",
  transform_null_equals: "'on'",
  synchronous_commit: "'off'",
};

describe('with a database whose settings and language are all different from the usual ones,', () => {
  let api: TestApi;
  beforeAll(async () => {
    const database = await createDatabaseIn('tr-TR', HOSTILE);
    api = await startApi({}, silentLogger, database);
  });
  afterAll(() => api.close());

  it('API and proxy show the same as with any other', async () => {
    expect(await observe(api)).toEqual(EXPECTED);
  });
});
