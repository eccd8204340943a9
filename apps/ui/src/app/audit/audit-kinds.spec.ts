import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS, sentenceOf, wordsOf } from './audit-kinds';

const root = join(__dirname, '../../../../..');

/** Objects of the change log, as the description of the API has them. */
const { components } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
  components: { schemas: { ChangedEntity: { enum: string[] } } };
};
const entities = components.schemas.ChangedEntity.enum;
/** Reference: audit-log#entries */
const ENTITY_WORDS: Readonly<Record<string, string>> = {
  user_rule: 'user_permission',
  group_rule: 'group_permission',
  // Sessions that end together.
  session_cutoff: 'session',
};

/** Events, as the API declares them. */
const journal = readFileSync(join(root, 'libs/server/audit/src/event-journal.ts'), 'utf8');
const events = [.../AUDIT_EVENT_KINDS = \[([^\]]*)\]/.exec(journal)![1]!.matchAll(/'([\w.]+)'/g)].map(
  ([, kind = '']) => kind,
);

const changed = [...new Set(entities.map((entity) => ENTITY_WORDS[entity] ?? entity))];
const withSentence = changed.filter((kind) => !kind.endsWith('_permission'));

describe('the kinds of entries that the console knows', () => {
  it('are those of the API', () => {
    expect(events.length).toBeGreaterThan(3);
    const subjects = [...changed, ...events.map((kind) => kind.split('.')[0])];
    expect([...KINDS].sort()).toEqual([...new Set(subjects)].sort());
  });

  it.each(withSentence.flatMap((kind) => ['created', 'changed', 'deleted'].map((done) => `${kind}.${done}`)))(
    'have a sentence for %s',
    (kind) => expect(sentenceOf(kind)).toBe(`kinds.${kind}`),
  );

  it('have sentences for sessions that end together', () => {
    expect(sentenceOf('session.ended')).toBe('kinds.session.ended');
  });

  it.each(events)('have a sentence for the event %s', (kind) => {
    expect(sentenceOf(kind)).toBe(`kinds.${kind}`);
  });

  it.each(['disk.full', 'user.merged', 'constructor.name', 'user'])('have none for %s', (kind) => {
    expect(sentenceOf(kind)).toBeUndefined();
  });

  it('are words where there is no text', () => {
    expect(wordsOf('disk.almost_full')).toBe('disk almost full');
  });
});
