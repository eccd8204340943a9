/** The cookies of a browser and how it follows redirects, for sign-ins with a provider. */
export class TestBrowser {
  private readonly cookies = new Map<string, string>();

  /** Requests a URL. Cookies are kept by origin and path prefix, as far as tests need it. */
  open(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.request(url, { headers });
  }

  /** Sends a form. */
  post(url: string, form: Record<string, string>): Promise<Response> {
    return this.request(url, { method: 'POST', body: new URLSearchParams(form), headers: {} });
  }

  private async request(
    url: string,
    { headers, ...rest }: { headers: Record<string, string>; method?: string; body?: URLSearchParams },
  ): Promise<Response> {
    const { origin, pathname } = new URL(url);
    const cookie = [...this.cookies]
      .map(([key, value]) => [...key.split(' '), value] as [string, string, string, string])
      .filter(([of, path]) => of === origin && pathname.startsWith(path))
      .map(([, , name, value]) => `${name}=${value}`)
      .join('; ');
    const both = [cookie, headers['cookie'] ?? ''].filter((one) => one !== '').join('; ');
    const sent = { ...headers, ...(both === '' ? {} : { cookie: both }) };
    const reply = await fetch(url, { ...rest, redirect: 'manual', headers: sent });
    for (const line of reply.headers.getSetCookie()) this.store(origin, line);
    return reply;
  }

  /** Follows redirects until one leads to an address that begins with `until`, which is returned and not opened. */
  async follow(url: string, until: string): Promise<string> {
    let next = url;
    for (let count = 0; count < 20; count++) {
      if (next.startsWith(until)) return next;
      const reply = await this.open(next);
      const location = reply.headers.get('location');
      if (location === null) throw new Error(`${next} led nowhere: ${reply.status} ${await reply.text()}`);
      next = new URL(location, next).href;
    }
    throw new Error(`too many redirects from ${url}`);
  }

  /** The value of a cookie of an origin. */
  cookie(origin: string, name: string): string | undefined {
    return [...this.cookies].find(([key]) => key.startsWith(`${origin} `) && key.endsWith(` ${name}`))?.[1];
  }

  private store(origin: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const isOver = attributes.some(
      (one) => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one),
    );
    const key = `${origin} ${path} ${name}`;
    if (isOver || value.join('=') === '') this.cookies.delete(key);
    else this.cookies.set(key, value.join('='));
  }
}
