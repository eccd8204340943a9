import { connect } from 'node:net';
import supertest from 'supertest';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/** Sends bytes unchanged and returns everything received. For requests that no client library would send. */
function raw(url: string, request: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk) => (reply += chunk.toString()));
    socket.on('close', () => resolve(reply));
    socket.on('error', reject);
  });
}

describe('the pipeline', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_CORS_ORIGINS: 'https://app.example', SVC_BODY_LIMIT: '10 kB' });
  });
  afterAll(() => api.close());

  describe('negotiates', () => {
    it.each([
      [undefined, 'application/json'],
      ['*/*', 'application/json'],
      ['application/json', 'application/json'],
      ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
      ['text/html', 'text/html'],
      ['application/xml', 'application/xml'],
      ['text/xml', 'text/xml'],
      ['text/plain', 'text/plain'],
      ['application/pdf, application/json;q=0.1', 'application/json'],
      ['text/plain;q=0.5, text/xml', 'text/xml'],
      ['application/json; charset=utf-8', 'application/json'],
      ['APPLICATION/JSON ;Charset="UTF-8"', 'application/json'],
      ['text/html;level=1', 'text/html'],
      ['application/json;q=0.5, text/html;level=1;q=0.9', 'text/html'],
      ['text/html;level=1, text/html;q=0.2, text/xml;q=0.5', 'text/xml'],
      ['text/plain;format="a,b;q=0"', 'text/plain'],
      ['text/*;q=0.3, text/plain;q=0.7, */*;q=0.5', 'text/plain'],
      ['application/json;q=0, */*', 'text/html'],
      ['text/html, application/json;q=0, */*;q=0.8', 'text/html'],
      ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'application/json'],
      ['nonsense, text/plain;q=nonsense, text/xml;q=0.1', 'text/xml'],
      [', ,', 'application/json'],
    ])('Accept %s to %s', async (accept, type) => {
      const request = api.anonymous.get('/session').buffer(true);
      const reply = await (accept === undefined ? request : request.set('Accept', accept)).expect(200);
      expect(reply.text).toContain(type);
    });

    it.each([
      ['json', 'application/json'],
      ['html', 'text/html'],
      ['text', 'text/plain'],
      ['plain', 'text/plain'],
      ['xml', 'text/xml'],
      ['application/xml', 'application/xml'],
    ])('format=%s to %s, regardless of the Accept header', async (format, type) => {
      const reply = await api.anonymous
        .get(`/session?format=${format}`)
        .set('Accept', 'application/pdf')
        .expect(200);
      expect(reply.text ?? String(reply.body)).toContain(type);
    });

    it('and refuses formats that it cannot produce, before any other check', async () => {
      for (const path of ['/users', '/nowhere', '/session?format=JSON', '/session?format=']) {
        const reply = await api.anonymous.get(path).set('Accept', 'application/pdf').expect(406);
        expect(reply.body).toMatchObject({
          code: 406,
          type: 'application/json',
          param: {
            name: 'Accept Header or Format Query',
            value: 'application/pdf',
            conditions: { is_in: false },
          },
        });
      }
    });

    it.each(['text/html;q=0', 'nonsense', 'text/plain;a="b', '*/json', 'application/json;q=0, */*;q=0'])(
      'Accept %s to 406',
      async (accept) => {
        await api.anonymous.get('/session').set('Accept', accept).expect(406);
      },
    );

    it('well-formed XML with the types of values', async () => {
      const reply = await api.admin.get('/session?format=xml').expect(200);
      expect(reply.text).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8" \?><response><authenticated type="bool">true</,
      );
      expect(reply.text).toContain('<item type="str">administrators</item>');
      expect(reply.text).toContain('<code type="int">200</code>');
    });
  });

  describe('finds routes', () => {
    it('by their exact decoded path', async () => {
      await api.anonymous.get('/%76ersion').expect(200);
      await api.anonymous.get('//version').expect(200);
      expect((await api.anonymous.get('/').expect(200)).text).toContain('"code": 200');
      await api.anonymous.get('/VERSION').expect(404);
      await api.anonymous.get('/users/%63urrent').expect(200);
      const split = await api.anonymous.get('/users%2Fcurrent?x=%2F').expect(200);
      expect(split.body).toMatchObject({
        path: '/users/current',
        url: 'http://localhost:2001/users%2Fcurrent?x=%2F',
      });
      await api.anonymous.get('/users/current%252Fgroups').expect(401);
      expect((await api.admin.get('/users/a+b').expect(422)).body).toMatchObject({
        param: { value: 'a+b' },
      });
    });

    it('and answers 404 for others, with the path and no session needed', async () => {
      const reply = await api.anonymous.get('/nowhere/at/all').expect(404);
      expect(reply.body).toMatchObject({
        code: 404,
        route_name: '/nowhere/at/all',
        request_url: 'http://localhost:2001/nowhere/at/all',
        path: '/nowhere/at/all',
        url: 'http://localhost:2001/nowhere/at/all',
        method: 'GET',
      });
    });

    it('and answers 405 with the allowed methods, before it identifies the caller', async () => {
      const reply = await api.anonymous.put('/groups').expect(405);
      expect(reply.headers['allow']).toBe('GET, HEAD, POST');
      await api.anonymous.method('options', '/groups').expect(405);
      await api.anonymous.method('options', '/nowhere').expect(404);
      await api.anonymous.post('/users/x/groups/y').expect(405);
    });

    it('for HEAD on every path with GET, without a body', async () => {
      const reply = await api.anonymous.head('/version').expect(200);
      expect(reply.text).toBeFalsy();
      await api.anonymous.head('/users').expect(401);
      await api.anonymous.head('/nowhere').expect(404);
    });

    it('under the path without its trailing slash', async () => {
      const reply = await supertest(api.anonymous.url).get('/groups/?limit=1').redirects(0).expect(301);
      expect(reply.headers['location']).toBe('../groups?limit=1');
      await api.anonymous.get('/nowhere/').expect(404);
    });

    it('never for a path that is not UTF-8', async () => {
      for (const path of ['/users/%ff', '/%c0%af', '/%', '/users/%zz']) {
        expect((await api.anonymous.get(path).expect(400)).body).toMatchObject({ code: 400 });
      }
    });
  });

  describe('reads bodies', () => {
    const group = () => ({ group_name: api.make.name('group') });
    const post = (type: string, body: string | Buffer) =>
      api.admin.post('/groups').set('Content-Type', type).send(body);

    it('only after it has checked that the caller may send one', async () => {
      await api.anonymous.post('/groups').set('Content-Type', 'application/json').send('{broken').expect(401);
      await api.admin.post('/nowhere').set('Content-Type', 'application/json').send('{broken').expect(404);
      await api.admin
        .patch('/groups/nowhere')
        .set('Content-Type', 'application/json')
        .send('{broken')
        .expect(404);
      await api.admin
        .patch('/groups/anonymous')
        .set('Content-Type', 'application/json')
        .send('{broken')
        .expect(403);
    });

    it.each(['{broken', '[]', 'null', '5', '"text"', '{"a": 1}}'])(
      'and refuses the JSON %s',
      async (text) => {
        await post('application/json', text).expect(400);
      },
    );

    it('and refuses bytes that are not valid UTF-8, other charsets and compression', async () => {
      await post('application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])).expect(400);
      await post('application/json; charset=latin1', JSON.stringify(group())).expect(400);
      await post('application/json; charset=UTF-8', JSON.stringify(group())).expect(201);
      await post('application/json', JSON.stringify(group())).set('Content-Encoding', 'gzip').expect(400);
    });

    it('and rejects nesting beyond 64 levels, however deep', async () => {
      const nested = (depth: number) => `{"a": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
      expect((await post('application/json', nested(65)).expect(400)).body['detail']).toContain('deeper');
      expect((await post('application/json', nested(64)).expect(400)).body).toHaveProperty('param');
      expect((await post('application/json', nested(4000)).expect(400)).body['detail']).toContain('deeper');
    });

    it('not of other media types: their fields are absent', async () => {
      for (const type of ['text/plain', 'application/xml', 'application/json-patch+json']) {
        const reply = await post(type, JSON.stringify(group())).expect(400);
        expect(reply.body['param']).toMatchObject({ name: 'group_name', value: null });
      }
    });

    it('up to the limit, with or without a declared length', async () => {
      const large = JSON.stringify({ ...group(), description: 'x'.repeat(20_000) });
      await post('application/json', large).expect(413);
      const chunked = [
        'POST /groups HTTP/1.1',
        'Host: localhost',
        'Connection: close',
        `Cookie: ${api.admin.sessionCookie}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        large.length.toString(16),
        large,
        '0',
        '',
        '',
      ].join('\r\n');
      expect(await raw(api.anonymous.url, chunked)).toMatch(/^HTTP\/1.1 413 /);
      const multipart = api.admin
        .post('/groups')
        .field('group_name', 'x')
        .field('description', 'x'.repeat(20_000));
      await multipart.expect(413);
    });

    it('without fields of prototypes or undeclared fields', async () => {
      await post('application/json', '{"__proto__": {"group_name": "polluted"}}').expect(400);
      await post('application/json', '{"constructor": {"group_name": "polluted"}}').expect(400);
      expect(({} as Record<string, unknown>)['group_name']).toBeUndefined();
      const { group_name } = group();
      await post('application/json', JSON.stringify({ group_name, id: 1, group_id: 1, extra: true })).expect(
        201,
      );
    });

    it('not of GET requests', async () => {
      const get = api.anonymous.get('/version').set('Content-Type', 'application/json');
      await get.set('Content-Encoding', 'gzip').send('{broken').expect(200);
    });

    it('of forms that break off or lack their boundary with 400', async () => {
      await post('multipart/form-data', 'x').expect(400);
      await post('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"').expect(
        400,
      );
    });
  });

  describe('answers', () => {
    it('with security headers, a request id and no trace of the framework', async () => {
      const reply = await api.anonymous.get('/version').set('X-Request-Id', 'given-by-the-front-end');
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-request-id': 'given-by-the-front-end',
        'cache-control': 'no-store',
      });
      expect(reply.headers).not.toHaveProperty('x-powered-by');
      expect((await api.anonymous.get('/version')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(
        (await api.anonymous.get('/version').set('X-Request-Id', 'a b')).headers['x-request-id'],
      ).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('writes with their revision, which grows', async () => {
      const first = await api.admin.post('/groups', { group_name: api.make.name('group') }).expect(201);
      const second = await api.admin.post('/groups', { group_name: api.make.name('group') }).expect(201);
      expect(Number(second.headers['x-access-revision'])).toBe(
        Number(first.headers['x-access-revision']) + 1,
      );
      // Reads state the revision that they show.
      expect(Number((await api.admin.get('/groups')).headers['x-access-revision'])).toBeGreaterThanOrEqual(
        Number(second.headers['x-access-revision']),
      );
    });

    it('with JSON text that has a space after colon and comma', async () => {
      expect((await api.anonymous.get('/version')).text).toMatch(
        /"code": 200, "type": "application\/json", /,
      );
    });

    it('preflights of configured origins only', async () => {
      const preflight = (origin: string) =>
        api.anonymous
          .method('options', '/groups')
          .set('Origin', origin)
          .set('Access-Control-Request-Method', 'POST');
      const allowed = await preflight('https://app.example').expect(204);
      expect(allowed.headers).toMatchObject({
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-credentials': 'true',
      });
      const refused = await preflight('https://evil.example').expect(405);
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
      const read = await api.anonymous.get('/version').set('Origin', 'https://app.example').expect(200);
      expect(read.headers['access-control-allow-origin']).toBe('https://app.example');
      const write = api.admin.post('/groups', { group_name: api.make.name('group') });
      await write.set('Origin', 'https://app.example').set('Sec-Fetch-Site', 'cross-site').expect(201);
    });

    it('without the secrets that a query or path holds', async () => {
      const reply = await api.anonymous.get('/version?access_token=canary&password=canary&x=1');
      expect(reply.body['url']).toBe('http://localhost:2001/version?access_token=***&password=***&x=1');
      expect((await api.anonymous.get('/tmp/canary')).text).not.toContain('canary');
      expect((await api.anonymous.get('/%73ignin?user_name=a&p%61ssword=canary')).text).not.toContain(
        'canary',
      );
    });

    it('declared paths, each with its documentation', async () => {
      const page = await api.anonymous.get('/api').expect(200);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
        expect(page.text).toContain(file === 'start.js' ? '/api-files/start.js' : file);
        await api.anonymous.get(`/api-files/${file}`).expect(200);
      }
      expect(page.text).toContain('/ui/login?return=%2Fapi');
      expect(routesOf(api).length).toBeGreaterThan(20);
    });

    it('unexpected errors with a 500 without details', async () => {
      await api.dataSource.query('ALTER TABLE groups RENAME COLUMN description TO hidden');
      const reply = await api.admin.get('/groups/users').expect(500);
      await api.dataSource.query('ALTER TABLE groups RENAME COLUMN hidden TO description');
      expect(Object.keys(reply.body).sort()).toEqual([
        'code',
        'detail',
        'error_code',
        'method',
        'path',
        'request_url',
        'route_name',
        'type',
        'url',
      ]);
      expect(reply.text).not.toMatch(/column|select|description|Error:/i);
    });
  });
});
