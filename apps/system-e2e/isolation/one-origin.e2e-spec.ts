import { HostilePages } from '../src/isolation/hostile-pages';
import { ATTEMPTS, sentenceOf } from '../src/isolation/matrix';

describe('services on one origin', () => {
  let pages: HostilePages;

  beforeAll(async () => {
    pages = await HostilePages.start('one-origin');
  }, 300_000);
  afterAll(() => pages?.stop(), 30_000);

  it.each(ATTEMPTS.map((attempt) => [sentenceOf(attempt, 'one-origin'), attempt] as const))(
    '%s, on one origin',
    async (_sentence, attempt) => {
      expect(await pages.effectsOf(attempt)).toEqual(attempt.expected['one-origin']);
    },
  );
});
