import { FEATURES, featureSentence } from '../src/isolation/features';
import { HostilePages } from '../src/isolation/hostile-pages';
import { sentenceOf } from '../src/isolation/attempt';
import { ATTEMPTS } from '../src/isolation/matrix';

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

  describe('for their own pages', () => {
    let found: Readonly<Record<string, string>>;

    beforeAll(async () => {
      found = await pages.featuresOf('signed-in');
    });

    it.each(FEATURES.map((feature) => [featureSentence(feature, 'two-names'), feature] as const))(
      '%s, on two host names',
      (_sentence, { id, missing }) => {
        expect([found[id], found[id] === 'works']).toEqual([found[id], !missing.includes('two-names')]);
      },
    );
  });
});
