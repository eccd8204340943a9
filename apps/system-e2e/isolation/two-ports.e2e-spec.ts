import { FEATURES, featureSentence } from '../src/isolation/features';
import { HostilePages } from '../src/isolation/hostile-pages';
import { sentenceOf } from '../src/isolation/attempt';
import { ATTEMPTS } from '../src/isolation/matrix';

describe('services on two ports', () => {
  let pages: HostilePages;

  beforeAll(async () => {
    pages = await HostilePages.start('two-ports');
  }, 300_000);
  afterAll(() => pages?.stop(), 30_000);

  it.each(ATTEMPTS.map((attempt) => [sentenceOf(attempt, 'two-ports'), attempt] as const))(
    '%s, on two ports',
    async (_sentence, attempt) => {
      expect(await pages.effectsOf(attempt)).toEqual(attempt.expected['two-ports']);
    },
  );

  describe('for their own pages', () => {
    let found: Readonly<Record<string, string>>;

    beforeAll(async () => {
      found = await pages.featuresOf('signed-in');
    });

    it.each(FEATURES.map((feature) => [featureSentence(feature, 'two-ports'), feature] as const))(
      '%s, on two ports',
      (_sentence, { id, missing }) => {
        expect([found[id], found[id] === 'works']).toEqual([found[id], !missing.includes('two-ports')]);
      },
    );
  });
});
