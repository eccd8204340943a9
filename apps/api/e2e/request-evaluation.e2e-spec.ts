import { type TestApi, startApi } from './harness/start-api';

/** The decisions themselves are compared with those of the proxy in apps/proxy/e2e/request-tester.e2e-spec.ts. */
describe('the evaluation of a request', () => {
  const PUBLIC = 'https://data.example.org/twitcher/ows/proxy';
  let api: TestApi;
  let user: string;
  let file: number;
  let folder: number;
  beforeAll(async () => {
    api = await startApi({ SVC_PROXY_PUBLIC_URL: PUBLIC });
    user = await api.make.user();
    await api.make.service({ service_name: 'data', service_type: 'thredds' });
    folder = await api.make.resource(await api.make.serviceId('data'), {
      resource_name: 'ocean',
      resource_type: 'directory',
    });
    file = await api.make.resource(folder, { resource_name: 'sst.nc', resource_type: 'file' });
    const set = (path: string, permission: string) => api.admin.put(path, { permission }).expect(201);
    await set(`/groups/anonymous/resources/${folder}/permissions`, 'read-allow-recursive');
    await set(`/users/${user}/resources/${file}/permissions`, 'read-deny-match');
  });
  afterAll(() => api.close());

  const evaluate = async (body: object) =>
    (await api.admin.post('/requests/evaluate', body).expect(200)).body['evaluation'];
  const refusal = async (body: object, status = 422) =>
    (await api.admin.post('/requests/evaluate', body).expect(status)).body['error_code'];

  it('returns the decision of the proxy, the caller, and the deciding assignment', async () => {
    const url = `${PUBLIC}/data/fileServer/ocean/sst.nc?x=1#top`;
    const evaluation = await evaluate({ url, user_name: user });
    expect(evaluation).toMatchObject({
      request: {
        method: 'GET',
        path: '/ows/proxy/data/fileServer/ocean/sst.nc',
        query: 'x=1',
        service_name: 'data',
        segments: ['fileServer', 'ocean', 'sst.nc'],
        body: 'none',
        ignored_headers: [],
      },
      caller: { user_name: user, administrator: false },
      service: { service_name: 'data', service_type: 'thredds' },
      outcome: 'refused',
      status: 403,
      error_code: 'permission_denied',
      permission_name: 'read',
      reading: { covered: true, executes: false },
      needs: { administrator: false },
    });
    const [need] = evaluation.needs.permissions;
    expect(need).toMatchObject({ permission_name: 'read', everywhere: false, met: false, total: 1 });
    expect(need.resources).toMatchObject([
      { resource_id: file, resource_path: ['data', 'ocean', 'sst.nc'], exact: true, access: 'deny' },
    ]);
    const [deciding, ...others] = need.resources[0].rules;
    expect(deciding).toMatchObject({ resource_id: file, access: 'deny', scope: 'match', used: true });
    expect(deciding.holder).toMatch(new RegExp(`^user:\\d+:${user}$`));
    expect(others).toMatchObject([{ resource_id: folder, access: 'allow', used: false }]);
    expect(evaluation.reason).toBe(deciding.holder);
  });

  it('is that of an anonymous caller without a user name, and with the name of the anonymous user', async () => {
    for (const user_name of [undefined, 'anonymous']) {
      const url = 'data/fileServer/ocean/sst.nc';
      const evaluation = await evaluate({ url, ...(user_name && { user_name }) });
      expect(evaluation).toMatchObject({
        caller: { user_name: null },
        outcome: 'forwarded',
        status: null,
        error_code: null,
      });
    }
  });

  it('accepts a pasted curl command, and ignores its credentials', async () => {
    const evaluation = await evaluate({
      user_name: user,
      curl: [
        `curl -X PUT '${PUBLIC}/data/fileServer/ocean/sst.nc' \\`,
        "  -H 'Cookie: auth_tkt=stolen' -H 'Content-Type: text/plain' -u bob:secret --data-binary 'x'",
      ].join('\n'),
    });
    expect(evaluation).toMatchObject({
      request: { method: 'PUT', body: 'other', ignored_headers: ['cookie', 'authorization'] },
      outcome: 'refused',
      reading: { covered: false, locator: 'body' },
      needs: { administrator: false },
    });
    expect(JSON.stringify(evaluation)).not.toMatch(/stolen|secret/);
    const names = evaluation.needs.permissions.map(
      (need: { permission_name: string }) => need.permission_name,
    );
    expect(names.sort()).toEqual(['browse', 'read']);
    expect(evaluation.needs.permissions[0]).toMatchObject({ everywhere: true, met: false });
    expect(evaluation.needs.permissions[0].kept_by).not.toBeNull();
  });

  it('reads a body as the proxy does, as text and as base64', async () => {
    await api.make.service({ service_name: 'works', service_type: 'wps' });
    const document =
      '<wps:Execute service="WPS" version="1.0.0" xmlns:wps="http://www.opengis.net/wps/1.0.0" ' +
      'xmlns:ows="http://www.opengis.net/ows/1.1"><ows:Identifier>sleep</ows:Identifier></wps:Execute>';
    const request = {
      url: 'works',
      method: 'post',
      headers: [{ name: 'Content-Type', value: 'text/xml' }],
      user_name: user,
    };
    for (const body of [
      { body: document },
      { body: Buffer.from(document).toString('base64'), body_encoding: 'base64' },
    ]) {
      const evaluation = await evaluate({ ...request, ...body });
      expect(evaluation).toMatchObject({
        request: { method: 'POST', body: 'xml' },
        outcome: 'refused',
        reading: { covered: true, executes: true },
      });
      expect(evaluation.needs.permissions).toMatchObject([
        { permission_name: 'execute', met: false, total: 1, resources: [{ exact: false }] },
      ]);
    }
  });

  it('names the problem of an ambiguous path, in the requested language', async () => {
    const body = { url: `${PUBLIC}/data/fileServer/..%2fx` };
    const evaluation = await evaluate(body);
    expect(evaluation).toMatchObject({
      request: { path: null, service_name: null },
      outcome: 'refused',
      status: 400,
      error_code: 'malformed_path',
    });
    for (const absent of ['service', 'reading', 'needs']) expect(evaluation).not.toHaveProperty(absent);
    expect(evaluation.error_detail).toContain('dot segment');
  });

  it('reflects a change immediately', async () => {
    const other = await api.make.user();
    const service_name = await api.make.service({ service_type: 'access' });
    const before = await evaluate({ url: service_name, user_name: other });
    await api.admin
      .put(`/users/${other}/services/${service_name}/permissions`, { permission: 'access' })
      .expect(201);
    const after = await evaluate({ url: service_name, user_name: other });
    expect([before.outcome, after.outcome]).toEqual(['refused', 'forwarded']);
    expect(after.revision).toBeGreaterThan(before.revision);
  });

  it('is refused for what cannot be a request to the proxy', async () => {
    expect(await refusal({})).toBe('tested_request_invalid');
    expect(await refusal({ url: 'data', method: 'FOO' })).toBe('tested_request_invalid');
    expect(await refusal({ url: 'data', headers: 'x' })).toBe('tested_request_invalid');
    expect(await refusal({ url: 'data', headers: [{ name: 'A\r\nB', value: 'x' }] })).toBe(
      'tested_request_invalid',
    );
    expect(await refusal({ url: 'data', headers: [{ name: 'A', value: 'x\r\nB: y' }] })).toBe(
      'tested_request_invalid',
    );
    expect(await refusal({ url: 'data', headers: Array(101).fill({ name: 'A', value: 'x' }) })).toBe(
      'tested_request_invalid',
    );
    expect(await refusal({ url: 'data', body: '%%%', body_encoding: 'base64' })).toBe(
      'tested_request_invalid',
    );
    expect(await refusal({ curl: `curl ${PUBLIC}/data`, url: 'data' })).toBe('tested_request_invalid');
    expect(await refusal({ url: 'https://evil.example.org/twitcher/ows/proxy/data' })).toBe(
      'tested_url_elsewhere',
    );
    expect(await refusal({ curl: `curl -T file ${PUBLIC}/data` })).toBe('tested_command_unsupported');
    expect(await refusal({ curl: `curl ${PUBLIC}/data; id` })).toBe('tested_command_unsupported');
    expect(await refusal({ url: 'data', user_name: 'nobody-at-all' }, 404)).toBe('user_not_found');
  });

  it('is for administrators', async () => {
    const member = await api.signIn(user);
    await member.post('/requests/evaluate', { url: 'data' }).expect(403);
    await api.anonymous.post('/requests/evaluate', { url: 'data' }).expect(401);
  });
});
