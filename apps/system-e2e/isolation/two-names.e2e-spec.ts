import { HostilePages } from '../src/isolation/hostile-pages';
import { ATTEMPTS, sentenceOf } from '../src/isolation/matrix';

describe('services on two host names', () => {
  let pages: HostilePages;

  beforeAll(async () => {
    pages = await HostilePages.start('two-names');
  }, 300_000);
  afterAll(() => pages?.stop(), 30_000);

  it.each(ATTEMPTS.map((attempt) => [sentenceOf(attempt, 'two-names'), attempt] as const))(
    '%s, on two host names',
    async (_sentence, attempt) => {
      expect(await pages.effectsOf(attempt)).toEqual(attempt.expected['two-names']);
    },
  );
});
