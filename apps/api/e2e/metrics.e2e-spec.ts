import { setTimeout as sleep } from 'node:timers/promises';
import { type TestApi, startApi } from './harness/start-api';

/** The value of each series by its name and labels. */
function seriesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))] as const),
  );
}

describe('the metrics of the API', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
    await firstRuns();
  });
  afterAll(() => api.close());

  /** All jobs run once when the API starts. */
  async function firstRuns(): Promise<void> {
    for (;;) {
      const runs = await api.dataSource.query<{ finished_at: Date | null }[]>(
        'SELECT finished_at FROM scheduled_jobs',
      );
      if (runs.length > 0 && runs.every((run) => run.finished_at !== null)) return;
      await sleep(50);
    }
  }

  const metrics = async (): Promise<Map<string, number>> =>
    seriesOf((await api.anonymous.get('/metrics').expect(200)).text);

  it('state for each removal how many rows are due, and for how long the oldest', async () => {
    await api.dataSource.query(
      `INSERT INTO sign_in_failures (account, address, failed_at)
       SELECT 'a', '198.18.0.1', now() - (n || ' days')::interval FROM generate_series(1, 3) n`,
    );
    const found = await metrics();
    const labels = '{job="purge_sign_in_failures",table="sign_in_failures"}';
    expect(found.get(`gatehouse_job_due_rows${labels}`)).toBe(3);
    // The window of failures is 15 minutes.
    const seconds = 3 * 86_400 - 900;
    expect(found.get(`gatehouse_job_oldest_due_seconds${labels}`)).toBeGreaterThanOrEqual(seconds);
    expect(found.get(`gatehouse_job_oldest_due_seconds${labels}`)).toBeLessThan(seconds + 600);
    const none = '{job="purge_devices",table="user_devices"}';
    expect(found.get(`gatehouse_job_due_rows${none}`)).toBe(0);
    expect(found.get(`gatehouse_job_oldest_due_seconds${none}`)).toBe(0);
  });

  it('state of each job when it ended last, and whether it has failed', async () => {
    await api.dataSource.query(
      `UPDATE scheduled_jobs SET finished_at = '2026-01-01T00:00:00Z', last_error = CASE name WHEN 'purge_links' THEN 'no' END,
         due_at = now() + interval '1 day' WHERE name IN ('purge_links', 'purge_devices')`,
    );
    const found = await metrics();
    const at = Date.UTC(2026, 0, 1) / 1000;
    expect(found.get('gatehouse_job_finished_timestamp_seconds{job="purge_links"}')).toBe(at);
    expect(found.get('gatehouse_job_failed{job="purge_links"}')).toBe(1);
    expect(found.get('gatehouse_job_finished_timestamp_seconds{job="purge_devices"}')).toBe(at);
    expect(found.get('gatehouse_job_failed{job="purge_devices"}')).toBe(0);
  });

  it('cover every job that removes rows', async () => {
    const jobs = await api.dataSource.query<{ name: string }[]>(
      `SELECT name FROM scheduled_jobs WHERE name LIKE 'purge%' AND name <> 'purge_session_uses'`,
    );
    const removed = [...(await metrics()).keys()].filter((name) => name.startsWith('gatehouse_job_due_rows'));
    for (const { name } of jobs) expect(removed.join()).toContain(`job="${name}"`);
  });

  it('are for clients of SVC_METRICS_ALLOWED only', async () => {
    const reply = await api.anonymous.get('/metrics').set('X-Forwarded-For', '203.0.113.9');
    expect([reply.status, reply.body['error_code']]).toEqual([403, 'metrics_restricted']);
    expect(reply.text).not.toContain('gatehouse_job');
  });
});
