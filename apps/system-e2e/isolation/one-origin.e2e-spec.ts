import { FEATURES, featureSentence } from '../src/isolation/features';
import { HostilePages } from '../src/isolation/hostile-pages';
import { sentenceOf } from '../src/isolation/attempt';
import { ATTEMPTS } from '../src/isolation/matrix';

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

  describe('for their own pages', () => {
    let found: Readonly<Record<string, string>>;

    beforeAll(async () => {
      found = await pages.featuresOf('signed-in');
    });

    it.each(FEATURES.map((feature) => [featureSentence(feature, 'one-origin'), feature] as const))(
      '%s, on one origin',
      (_sentence, { id, missing }) => {
        expect([found[id], found[id] === 'works']).toEqual([found[id], !missing.includes('one-origin')]);
      },
    );
  });

  describe('for their own pages, if they are public', () => {
    let found: Readonly<Record<string, string>>;

    beforeAll(async () => {
      found = await pages.featuresOf('public');
    });

    it.each(FEATURES.map((feature) => [featureSentence(feature, 'one-origin-public'), feature] as const))(
      '%s, as a public service on one origin',
      (_sentence, { id, missing }) => {
        expect([found[id], found[id] === 'works']).toEqual([
          found[id],
          !missing.includes('one-origin-public'),
        ]);
      },
    );
  });
});
