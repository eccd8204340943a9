import { FEATURES, featureSentence } from '../src/isolation/features';
import { HostilePages } from '../src/isolation/hostile-pages';
import { sentenceOf } from '../src/isolation/attempt';
import { ATTEMPTS } from '../src/isolation/matrix';

describe('services on one origin with trusted pages', () => {
  let pages: HostilePages;

  beforeAll(async () => {
    pages = await HostilePages.start('trusted-pages');
  }, 300_000);
  afterAll(() => pages?.stop(), 30_000);

  it.each(ATTEMPTS.map((attempt) => [sentenceOf(attempt, 'trusted-pages'), attempt] as const))(
    '%s, on one origin with trusted pages',
    async (_sentence, attempt) => {
      expect(await pages.effectsOf(attempt)).toEqual(attempt.expected['trusted-pages']);
    },
  );

  describe('for their own pages', () => {
    let found: Readonly<Record<string, string>>;

    beforeAll(async () => {
      found = await pages.featuresOf('signed-in');
    });

    it.each(FEATURES.map((feature) => [featureSentence(feature, 'trusted-pages'), feature] as const))(
      '%s, on one origin with trusted pages',
      (_sentence, { id, missing }) => {
        expect([found[id], found[id] === 'works']).toEqual([found[id], !missing.includes('trusted-pages')]);
      },
    );
  });
});
