import supertest, { type Test } from 'supertest';

/** A client, with the cookie of its session if it has one. */
export class Client {
  private cookie: string | undefined;

  constructor(readonly url: string) {}

  get(path: string): Test {
    return this.send('get', path);
  }

  head(path: string): Test {
    return this.send('head', path);
  }

  post(path: string, body?: object): Test {
    return this.sendBody('post', path, body);
  }

  put(path: string, body?: object): Test {
    return this.sendBody('put', path, body);
  }

  patch(path: string, body?: object): Test {
    return this.sendBody('patch', path, body);
  }

  delete(path: string, body?: object): Test {
    return this.sendBody('delete', path, body);
  }

  /** Any method, for those without a function here. */
  method(method: string, path: string): Test {
    const agent = supertest(this.url) as unknown as Record<string, (path: string) => Test>;
    const request = agent[method.toLowerCase()]?.(path);
    if (!request) throw new Error(`supertest does not send ${method}`);
    return this.withCookie(request);
  }

  async signIn(userName: string, password: string): Promise<void> {
    const reply = await supertest(this.url).post('/signin').send({ user_name: userName, password });
    if (reply.status !== 200) throw new Error(`sign-in of ${userName} failed: ${reply.status} ${reply.text}`);
    this.cookie = cookieOf(reply);
  }

  /** The pair `name=value` of the session cookie. */
  get sessionCookie(): string {
    if (!this.cookie) throw new Error('not signed in');
    return this.cookie;
  }

  private sendBody(method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object): Test {
    const request = this.send(method, path);
    return body === undefined ? request : request.send(body);
  }

  private send(method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete', path: string): Test {
    return this.withCookie(supertest(this.url)[method](path));
  }

  private withCookie(request: Test): Test {
    return this.cookie ? request.set('Cookie', this.cookie) : request;
  }
}

/** The `name=value` of the first cookie that a reply sets. */
export function cookieOf(reply: { headers: Record<string, unknown> }): string | undefined {
  const cookies = reply.headers['set-cookie'] as string[] | undefined;
  return cookies?.[0]?.split(';', 1)[0];
}
