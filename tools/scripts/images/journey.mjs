// What a user does with the services of the compose file, at their public addresses.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../checkout.mjs';
import { expect } from './checks.mjs';

const CONTENT = 'the protected content';
const PORT = 9000;
const REQUEST_MS = 20_000;

export class Journey {
  #gatehouse;
  #services;
  #administrator;
  #upstream;
  #cookie = '';
  #requests = 0;
  #server = createServer((_request, response) => {
    this.#requests += 1;
    response.end(CONTENT);
  });

  /**
   * @param {Record<string, string>} variables of the file .env
   * @param {{ host: string, address: string }} upstream of the protected service
   */
  constructor(variables, upstream) {
    this.#gatehouse = `${variables['PUBLIC_URL']}/gatehouse`;
    this.#services = `${variables['SERVICES_URL']}/ows/proxy`;
    this.#administrator = {
      user_name: variables['SVC_ADMIN_USER'],
      password: variables['SVC_ADMIN_PASSWORD'],
    };
    this.#upstream = upstream;
  }

  async signIn() {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const about = /** @type {any} */ (await (await this.#get(`${this.#gatehouse}/version`)).json());
    expect(about.version === version, `the API is of version ${version}`);
    const reply = await this.#post('/signin', this.#administrator);
    expect(reply.status === 200, `the sign-in is answered with 200, not ${reply.status}`);
    const cookies = reply.headers.getSetCookie();
    expect(cookies.length > 0, 'the sign-in sets a cookie');
    this.#cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const wrong = await this.#post('/signin', { ...this.#administrator, password: 'not the right password' });
    expect(wrong.status === 401, `a wrong password is answered with 401, not ${wrong.status}`);
  }

  async openConsole() {
    const page = await this.#get(`${this.#gatehouse}/ui/`);
    expect(page.status === 200 && isOfType(page, 'text/html'), 'the console is a page');
    const html = await page.text();
    const assets = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.(?:js|css))"/g)];
    const base = /<base href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(assets.length > 1, 'the console has scripts and style sheets');
    let size = 0;
    for (const [, asset = ''] of assets) {
      const reply = await this.#get(String(new URL(asset, new URL(base, page.url))));
      const type = asset.endsWith('.css') ? 'text/css' : 'text/javascript';
      expect(reply.status === 200 && isOfType(reply, type), `${asset} is delivered as ${type}`);
      size += (await reply.text()).length;
    }
    // The builder also makes chunks that are empty.
    expect(size > 20_000, 'the scripts and style sheets of the console are complete');
  }

  async checkProxy() {
    const reply = await this.#get('http://proxy:2002/health/ready');
    expect(reply.status === 200, `/health/ready is answered with 200, not ${reply.status}`);
  }

  async createService() {
    this.#server.listen(PORT, this.#upstream.address);
    await once(this.#server, 'listening');
    const service = {
      service_name: 'shelf',
      service_type: 'access',
      service_url: `http://${this.#upstream.host}:${PORT}`,
    };
    const reply = await this.#post('/services', service);
    expect(reply.status === 201, `a service is created with 201, not ${reply.status}: ${await reply.text()}`);
  }

  async useService() {
    const before = this.#requests;
    const allowed = await this.#get(`${this.#services}/shelf/file`, { Cookie: this.#cookie });
    expect(allowed.status === 200, `the administrator is answered with 200, not ${allowed.status}`);
    expect((await allowed.text()) === CONTENT, 'the reply is that of the protected service');
    const refused = await this.#get(`${this.#services}/shelf/file`);
    expect(refused.status === 401, `an anonymous caller is answered with 401, not ${refused.status}`);
    expect(this.#requests === before + 1, 'the protected service receives the allowed request only');
  }

  async end() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /**
   * @param {string} url
   * @param {Record<string, string>} headers
   */
  #get(url, headers = {}) {
    return fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(REQUEST_MS) });
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  #post(path, body) {
    return fetch(`${this.#gatehouse}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: this.#cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  }
}

/**
 * @param {Response} reply
 * @param {string} type
 */
function isOfType(reply, type) {
  return (reply.headers.get('Content-Type') ?? '').startsWith(type);
}
