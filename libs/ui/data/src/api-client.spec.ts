import { TestBed } from '@angular/core/testing';
import { jsonResponse, StubbedApi } from '../testing';
import { ApiClient, asProblem, Interruption, Problem, REPLY_LANGUAGE } from './index';

describe('the API client', () => {
  let api: StubbedApi;
  let client: ApiClient;
  let interruption: Interruption;

  beforeEach(() => {
    api = new StubbedApi();
    client = TestBed.inject(ApiClient);
    interruption = TestBed.inject(Interruption);
  });

  it('sends requests below the prefix of the deployment, with the query', async () => {
    api.answer('GET /prefix/users/b%26b/services?cascade=true&flatten=true', { services: [] });
    const body = await client.get('/users/{user_name}/services', {
      path: { user_name: 'b&b' },
      query: { cascade: true, type: undefined, flatten: true },
    });
    expect(body).toEqual({ services: [] });
  });

  it('requests JSON and no password dialog of the browser', async () => {
    api.answer('GET /prefix/version', {});
    await client.get('/version');
    const headers = api.requests[0]!.headers;
    expect(headers.get('Accept')).toBe('application/json');
    expect(headers.get('X-Requested-With')).toBe('XMLHttpRequest');
    expect(headers.has('Content-Type')).toBe(false);
  });

  it('requests texts in the language of the application', async () => {
    TestBed.resetTestingModule();
    api = new StubbedApi();
    TestBed.configureTestingModule({ providers: [{ provide: REPLY_LANGUAGE, useValue: () => 'fr' }] });
    api.answer('GET /prefix/version', {});
    await TestBed.inject(ApiClient).get('/version');
    expect(api.requests[0]!.headers.get('Accept-Language')).toBe('fr');
  });

  it('sends a change as JSON', async () => {
    api.answer('POST /prefix/signin', {});
    await client.post('/signin', { body: { user_name: 'bob', password: 'secret' } });
    expect(api.requests[0]).toMatchObject({ method: 'POST', body: { user_name: 'bob', password: 'secret' } });
    expect(api.requests[0]!.headers.get('Content-Type')).toBe('application/json');
  });

  it('reports an error as a problem with the value that failed', async () => {
    const param = { name: 'group_name', value: 'x!', conditions: { matches: false } };
    api.refuse('POST /prefix/groups', 400, { param });
    await expect(client.post('/groups', { body: { group_name: 'x!' } })).rejects.toMatchObject({
      name: 'Problem',
      status: 400,
      message: 'Refused with 400.',
      code: 'invalid_request',
      param,
    });
  });

  it.each([
    ['a number of seconds', '90', 90],
    ['a date', 'Fri, 02 Jan 2026 00:01:01 GMT', 61],
    ['a date that has passed', 'Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['anything else', 'soon', undefined],
  ])('reads how long to wait from %s', async (_what, header, seconds) => {
    jest.useFakeTimers({
      now: new Date('2026-01-02T00:00:00Z'),
      doNotFake: ['setTimeout', 'queueMicrotask'],
    });
    api.refuse('POST /prefix/signin', 429, { headers: { 'Retry-After': header } });
    const problem = await client
      .post('/signin', { body: { user_name: 'bob' }, unauthorized: 'problem' })
      .catch(asProblem);
    jest.useRealTimers();
    expect(problem).toMatchObject({ status: 429, retryAfter: seconds });
  });

  it('reports that the API is unreachable when the connection breaks', async () => {
    api.disconnect('GET /prefix/users');
    await expect(client.get('/users')).rejects.toMatchObject({ status: 0, isUnreachable: true });
  });

  it('reports that the API is unreachable when the reply is aborted', async () => {
    const headers = { 'Content-Type': 'application/json' };
    api.on('GET /prefix/users', () => new Response('{"user_na', { headers }));
    await expect(client.get('/users')).rejects.toMatchObject({ isUnreachable: true });
  });

  it('reports that the API is unreachable when the reply is empty', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '0' };
    api.on('GET /prefix/users', () => new Response('', { headers }));
    await expect(client.get('/users')).rejects.toMatchObject({ isUnreachable: true });
  });

  it('reports that the API is unreachable when there is no reply within 30 seconds', async () => {
    const limit = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    globalThis.fetch = (_request, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject));
    const reading = client.get('/users').catch(asProblem);
    await turns();
    limit.abort();
    await expect(reading).resolves.toMatchObject({ isUnreachable: true });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  it('sends cookies to its own origin only, and keeps no reply in the cache', async () => {
    let sent: RequestInit | undefined;
    globalThis.fetch = async (_address, init) => {
      sent = init;
      return jsonResponse({}, 200);
    };
    await client.get('/version');
    expect(sent).toMatchObject({ credentials: 'same-origin', cache: 'no-store' });
  });

  it('encodes values of the path and of the query', async () => {
    api.answer('GET /prefix/users/%C3%A9%2F..%3Fa/services?type=a%26b%3Dc%2B+d', { services: [] });
    const request = { path: { user_name: 'é/..?a' }, query: { type: 'a&b=c+ d' } } as const;
    await expect(client.get('/users/{user_name}/services', request as never)).resolves.toBeDefined();
  });

  it('keeps the status of an error page that a front end answers in its own form', async () => {
    const headers = { 'Content-Type': 'text/html' };
    api.on('GET /prefix/users', () => new Response('<h1>Bad gateway</h1>', { status: 502, headers }));
    await expect(client.get('/users')).rejects.toMatchObject({ name: 'Problem', status: 502 });
  });

  it('treats a success that is not JSON as a problem', async () => {
    const headers = { 'Content-Type': 'text/html' };
    api.on('GET /prefix/users', () => new Response('<h1>Sign in to the network</h1>', { headers }));
    await expect(client.get('/users')).rejects.toBeInstanceOf(Problem);
  });

  describe('when the session has ended', () => {
    it('waits for the user to sign in again and then repeats the request', async () => {
      let ended = true;
      api.on('POST /prefix/groups', ({ body }) =>
        ended ? jsonResponse({ detail: 'no' }, 401) : jsonResponse({ echo: body }, 201),
      );
      const answer = client.post('/groups', { body: { group_name: 'g1' } });
      await turns();
      expect(interruption.active()).toBe(true);

      ended = false;
      interruption.end(true);
      await expect(answer).resolves.toEqual({ echo: { group_name: 'g1' } });
      expect(interruption.active()).toBe(false);
    });

    it('requests one sign-in for all pending requests', async () => {
      let ended = true;
      const answer = () => (ended ? jsonResponse({ detail: 'no' }, 401) : jsonResponse({}, 200));
      api.on('GET /prefix/users', answer).on('GET /prefix/groups', answer);
      const both = Promise.all([client.get('/users'), client.get('/groups')]);
      await turns();
      ended = false;
      interruption.end(true);
      await both;
      expect(api.calls).toEqual([
        'GET /prefix/users',
        'GET /prefix/groups',
        'GET /prefix/users',
        'GET /prefix/groups',
      ]);
    });

    it('repeats a request that was sent before the sign-in and is refused after it, without another sign-in', async () => {
      let answerLate!: (response: Response) => void;
      const late = new Promise<Response>((resolve) => (answerLate = resolve));
      const answers = [late, jsonResponse({ user_names: ['late-comer'] }, 200)];
      api.on('GET /prefix/users', () => answers.shift()!);
      const reRead = client.get('/users');
      void interruption.signInAgain(interruption.signIns);
      interruption.end(true);

      answerLate(jsonResponse({ detail: 'no' }, 401));
      await turns();
      expect(interruption.active()).toBe(false);
      await expect(reRead).resolves.toEqual({ user_names: ['late-comer'] });
    });

    it('requests another sign-in when the repeated request is refused as well', async () => {
      api.refuse('GET /prefix/users', 401);
      const reading = client.get('/users').catch(asProblem);
      await turns();
      interruption.end(true);
      await turns();
      expect(interruption.active()).toBe(true);
      expect(api.calls).toHaveLength(2);
      interruption.end(false);
      await expect(reading).resolves.toMatchObject({ status: 401 });
    });

    it('reports the problem when the user leaves instead', async () => {
      api.refuse('GET /prefix/users', 401);
      const answer = client.get('/users');
      await turns();
      interruption.end(false);
      await expect(answer).rejects.toMatchObject({ status: 401 });
      expect(api.calls).toHaveLength(1);
    });

    it('requests no sign-in when 401 is the reply to a sign-in', async () => {
      api.refuse('POST /prefix/signin', 401);
      await expect(
        client.post('/signin', { body: { user_name: 'bob' }, unauthorized: 'problem' }),
      ).rejects.toMatchObject({
        status: 401,
      });
      expect(interruption.active()).toBe(false);
    });
  });
});

/** Runs all pending tasks. */
const turns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
