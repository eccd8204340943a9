import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gatehouse/testing';
import { ADMIN, type TestApi } from '../../../api/e2e/harness/start-api';
import { type Nginx, startNginx } from '../../../proxy/e2e/peers/nginx';
import type { Proxy } from '../../../proxy/src/proxy';
import { Api } from '../../src/connection/api';
import { CHECKS } from '../../src/doctor/checks';
import { lookFor } from '../../src/doctor/examine';
import { Seen } from '../../src/doctor/seen';
import { undeclaredJson } from '../harness/json-output';
import { startDeployment } from '../harness/start-deployment';

const VERSION = '6.0.0';

type Edit = readonly [before: string, after: string];

/** The blocks of the documented configuration: of services, and of the API. */
const TO_PROXY = 'proxy_pass http://gatehouse_proxy;';
const TO_API = 'proxy_pass http://gatehouse_api;';
const FORWARDED = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';

describe('doctor at a deployment behind nginx', () => {
  let api: TestApi;
  let proxy: Proxy;
  let ports: { readonly api: number; readonly gatehouse: number; readonly service: number };
  let front: number;
  let data: number;
  let token: string;

  beforeAll(async () => {
    [front, data] = [await freePort(), await freePort()];
    ports = { api: await freePort(), gatehouse: await freePort(), service: 1 };
    ({ api, proxy } = await startDeployment({
      SVC_PORT: String(ports.api),
      SVC_URL: `http://localhost:${front}`,
      SVC_PROXY_PORT: String(ports.gatehouse),
      SVC_PROXY_PUBLIC_URL: `http://localhost:${data}/ows/proxy`,
      SVC_LISTEN_HOST: '127.0.0.1',
      SVC_OUTGOING_ALLOWED: '127.0.0.0/8',
    }));
    const service = await api.make.service({ service_type: 'api' });
    await api.admin.patch(`/services/${service}`, { service_url: api.anonymous.url }).expect(200);
    const expires = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const body = { token_name: 'doctor', administrator: true, expires };
    token = (await api.admin.post(`/users/${ADMIN.name}/tokens`, body).expect(201)).body.value;
  });

  afterAll(async () => {
    await proxy.stop();
    await api.close();
  });

  /** What is found behind nginx with the documented configuration, in which something was changed. */
  async function found(edits: readonly Edit[], ownAddress?: string): Promise<string[]> {
    const published: readonly Edit[] = [
      ['127.0.0.1:8088;\n    server_name data.example.org', `127.0.0.1:${data};\n    server_name localhost`],
      [
        '127.0.0.1:8088;\n    server_name gatehouse.example.org',
        `127.0.0.1:${front};\n    server_name localhost`,
      ],
      ...edits,
    ];
    const nginx: Nginx = await startNginx(ports, {
      port: front,
      edit: (text) =>
        published.reduce((before, [from, to]) => {
          const after = before.replace(from, to);
          if (after === before) throw new Error(`the documented part has no ${from}`);
          return after;
        }, text),
    });
    try {
      const { signal } = new AbortController();
      const url = `http://localhost:${front}`;
      const common = { language: 'en', timeout: 10, signal, version: VERSION };
      const own = new Api({ url, credentials: { token }, ...common });
      const seen = new Seen({
        url,
        version: VERSION,
        signal,
        api: own,
        host: undefined,
        ...(ownAddress && { ownAddress }),
      });
      const examination = await lookFor(CHECKS, [], seen);
      expect(undeclaredJson('doctor', examination)).toBeUndefined();
      const { findings, skipped } = examination;
      const unexpected = skipped.filter(
        ({ reason }) =>
          !/one of http|settings of the instance|there is no token|switched off|do not arrive|does not reach the API/.test(
            reason,
          ),
      );
      expect(unexpected).toEqual([]);
      return [...new Set(findings.map(({ id }) => id))];
    } finally {
      await nginx.stop();
    }
  }

  it('finds nothing with the documented configuration', async () => {
    expect(await found([])).toEqual([]);
  });

  const faults: readonly (readonly [what: string, id: string, edit: Edit])[] = [
    ['services get no cookies', 'cookies_lost', [TO_PROXY, `${TO_PROXY} proxy_set_header Cookie '';`]],
    [
      'services get no tokens',
      'credentials_lost',
      [TO_PROXY, `${TO_PROXY} proxy_set_header Authorization '';`],
    ],
    [
      'the API gets no tokens',
      'api_credentials_lost',
      [TO_API, `${TO_API} proxy_set_header Authorization '';`],
    ],
    [
      'replies have no revision',
      'revisions_lost',
      [TO_API, `${TO_API} proxy_hide_header X-Access-Revision;`],
    ],
    [
      'requests have no revision',
      'revisions_lost',
      [TO_API, `${TO_API} proxy_set_header X-Access-Revision '';`],
    ],
    // Slashes are merged only where nginx writes the path anew.
    [
      'paths of services are merged',
      'service_paths_changed',
      [TO_PROXY, 'proxy_pass http://gatehouse_proxy/ows/proxy/;'],
    ],
    ['paths are merged', 'paths_changed', [TO_API, 'proxy_pass http://gatehouse_api/;']],
    ['paths are merged by a rule', 'paths_changed', ['merge_slashes off;', 'rewrite ^(.*)$ $1 break;']],
  ];

  it.each(faults)('finds that %s (%s), and nothing else', async (_, id, edit) => {
    expect(await found([edit])).toEqual([id]);
  });

  it('finds that addresses are hidden with one user alone, who is elsewhere', async () => {
    const hidden: Edit = [`Host $http_host;\n        ${FORWARDED}`, 'Host $http_host;'];
    expect(await found([hidden])).toEqual([]);
    const uses = async () => (await api.admin.get(`/users/${ADMIN.name}/tokens`).expect(200)).body.tokens;
    while ((await uses())[0].last_used === null) await sleep(50);
    expect(await found([hidden], '192.0.2.7')).toEqual(['client_addresses_hidden']);
  });
});
