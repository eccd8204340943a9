import { setTimeout as sleep } from 'node:timers/promises';
import { KillableSystem } from './killable-system';

/** Number of kills of the whole tree; a setting raises it for longer runs. */
const ROUNDS = Number(process.env['SVC_TEST_KILL_ROUNDS'] ?? 2);

describe('kill -9 of the whole tree during writes', () => {
  let system: KillableSystem;
  beforeAll(async () => {
    system = await KillableSystem.create();
  });
  afterAll(() => system.remove());

  /**
   * Creates groups one after the other until the connection breaks; returns those that were
   * acknowledged. Calls `begun` after each.
   */
  async function write(prefix: string, begun: () => void): Promise<string[]> {
    const acknowledged: string[] = [];
    for (let count = 0; ; count += 1) {
      const group_name = `${prefix}-${count}`;
      try {
        const answer = await system.api('/groups', { group_name });
        if (answer.status !== 201) continue;
        acknowledged.push(group_name);
        begun();
      } catch {
        return acknowledged;
      }
    }
  }

  it(
    'loses no acknowledged write',
    async () => {
      const all: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await system.start();
        let writers: Promise<string[]>[] = [];
        // A busy machine may take longer than the pause for the first write.
        await new Promise<void>((begun) => {
          writers = [1, 2, 3, 4].map((writer) => write(`r${round}-w${writer}`, begun));
        });
        await sleep(Math.random() * 800);
        await system.kill();
        const acknowledged = (await Promise.all(writers)).flat();
        expect(acknowledged.length).toBeGreaterThan(0);
        all.push(...acknowledged);
      }
      await system.start();
      const { group_names } = (await (await system.api('/groups')).json()) as {
        group_names: string[];
      };
      const kept = new Set(group_names);
      expect(all.filter((name) => !kept.has(name))).toEqual([]);
    },
    60_000 + ROUNDS * 20_000,
  );
});
