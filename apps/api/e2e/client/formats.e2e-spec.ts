import { complaintsAbout, operationKeys } from '../harness/described-replies';
import { type TestApi, startApi } from '../harness/start-api';
import { type Encoding, sendsBodiesAs } from './scenarios/form-bodies';
import type { Exchange } from './scenarios/generated-client';
import { ScenarioClient } from './scenarios/scenario-client';
import { type ReplyFormat, asksFor, dataOf } from './scenarios/reply-formats';
import { runScenarios } from './scenarios/scenarios';

const HTML = { type: 'text/html', contentType: 'text/html; charset=UTF-8' };
const PLAIN = { type: 'text/plain', contentType: 'text/plain; charset=UTF-8' };
const TEXT_XML = { type: 'text/xml', contentType: 'text/xml; charset=UTF-8' };
const APPLICATION_XML = { type: 'application/xml', contentType: 'application/xml; charset=UTF-8' };
const JSON_FORMAT = { type: 'application/json', contentType: 'application/json; charset=UTF-8' };

/** The same scenarios in every format and encoding. */
describe('every operation', () => {
  let api: TestApi;
  let description: string;
  /** Of all formats: the description is checked once, since each check starts a process. */
  const exchanges: Exchange[] = [];
  beforeAll(async () => {
    // One scenario has a provider on loopback.
    api = await startApi({ SVC_OUTGOING_ALLOWED: '127.0.0.1' });
    description = (await api.anonymous.get('/json').expect(200)).text;
  });
  afterAll(() => api.close());

  it.each<[string, string, ReplyFormat, Encoding]>([
    ['HTML', 'JSON', { query: 'html', ...HTML }, 'json'],
    ['plain text', 'multipart forms', { query: 'text', ...PLAIN }, 'multipart'],
    ['XML', 'JSON', { query: 'xml', ...TEXT_XML }, 'json'],
    ['XML, requested by a header,', 'forms', { accept: 'application/xml', ...APPLICATION_XML }, 'urlencoded'],
  ])('returns the same data as %s and reads the same data from %s', async (_, __, format, encoding) => {
    const scenarioClient = new ScenarioClient(api, [sendsBodiesAs(encoding), asksFor(format)]);
    await runScenarios(scenarioClient);
    const used = new Set(scenarioClient.exchanges.map(({ method, path }) => `${method} ${path}`));
    expect(operationKeys(description).filter((key) => !used.has(key))).toEqual([]);
    exchanges.push(...scenarioClient.exchanges);
  });

  it('replies as described in every format', () => {
    expect(exchanges.length).toBeGreaterThan(0);
    expect(complaintsAbout(description, exchanges)).toEqual([]);
  });

  it.each([
    ['json', JSON_FORMAT],
    ['application/json', JSON_FORMAT],
    ['html', HTML],
    ['text/html', HTML],
    ['text', PLAIN],
    ['plain', PLAIN],
    ['text/plain', PLAIN],
    ['xml', TEXT_XML],
    ['text/xml', TEXT_XML],
    ['application/xml', APPLICATION_XML],
  ])(
    'is sent in the format of `format=%s`, regardless of the Accept header',
    async (format, { type, contentType }) => {
      for (const accept of ['application/json', 'text/html', 'application/pdf']) {
        const reply = await api.anonymous.get(`/version?format=yaml&format=${format}`).set('Accept', accept);
        expect([reply.status, reply.headers['content-type']]).toEqual([200, contentType]);
        expect(dataOf(reply.text ?? '', contentType)).toMatchObject({ code: 200, type, path: '/version' });
      }
    },
  );

  it.each([
    ['application/xml; charset=utf-8', APPLICATION_XML],
    ['application/xml', APPLICATION_XML],
    ['text/xml; charset=utf-8', TEXT_XML],
  ])('is sent as the kind of XML that Accept: %s asks for', async (accept, { type, contentType }) => {
    const reply = await api.anonymous.get('/version').set('Accept', accept).buffer(true).expect(200);
    expect(reply.headers['content-type']).toBe(contentType);
    expect(dataOf(reply.text, contentType)).toMatchObject({ type });
    const error = await api.anonymous.get('/users').set('Accept', accept).expect(401);
    expect(error.headers['content-type']).toBe(contentType);
  });

  it('is sent as JSON for an unknown `format`', async () => {
    for (const format of ['', 'JSON', 'XML', 'pdf', 'constructor']) {
      const reply = await api.anonymous.get(`/version?format=xml&format=${format}`).expect(200);
      expect(reply.headers['content-type']).toBe(JSON_FORMAT.contentType);
    }
  });
});
