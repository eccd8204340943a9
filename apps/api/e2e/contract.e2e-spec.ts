import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { statusesOf } from '@gatehouse/http';
import { generatedPart, markdownTable } from '@gatehouse/testing';
import { type DescribedSizes, canGrow, largestPage, sizeRows } from './harness/growing-replies';
import { type TestApi, routesOf, startApi } from './harness/start-api';
import contract from './data/endpoints.json';

const GOLDEN = join(process.cwd(), 'docs/openapi.json');
const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface Response {
  content?: Record<string, { schema?: object; examples?: { reply?: { value: unknown } } }>;
}

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  responses: Record<string, Response & { $ref?: string }>;
}

describe('the contract', () => {
  let api: TestApi;
  let description: {
    info: { version: string };
    paths: Record<string, Record<string, Operation>>;
    components: {
      responses: Record<string, Response>;
      schemas: Record<string, { properties?: Record<string, object> }>;
    };
    servers: object[];
  };
  beforeAll(async () => {
    api = await startApi();
    description = JSON.parse((await api.anonymous.get('/json').expect(200)).text);
  });
  afterAll(() => api.close());

  const operations = () =>
    Object.entries(description.paths).flatMap(([path, item]) =>
      HTTP_METHODS.filter((method) => item[method]).map((method) => ({
        path,
        method: method.toUpperCase(),
        operation: item[method] as Operation,
      })),
    );

  it('describes as text what a value was compared with', () => {
    const { schemas } = description.components;
    expect(schemas['ProblemParamDto']?.properties?.['compare']).toMatchObject({ type: 'string' });
  });

  it('describes the endpoints as they are declared', () => {
    const described = operations().map(({ path, method, operation }) => ({
      key: `${method} ${path}`,
      id: operation.operationId,
      statuses: Object.keys(operation.responses).map(Number),
    }));
    for (const route of routesOf(api)) {
      expect(described).toContainEqual({
        key: `${route.method} ${route.template}`,
        id: route.declaration.name,
        statuses: statusesOf(route),
      });
    }
  });

  it('describes URLs that are too long at every endpoint, and the pages by which the console answers', () => {
    const lacking = operations().filter(({ operation }) => !operation.responses['414']);
    expect(lacking).toEqual([]);
    const pages = ['/tmp/{token}', '/ui/network/authorize'].map((path) => {
      const responses = description.paths[path]?.['get']?.responses ?? {};
      return Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.keys(content).join() === 'text/html' ? [status] : [],
      );
    });
    expect(pages).toEqual([['303'], ['200']]);
    const authorize = description.paths['/ui/network/authorize']?.['get']?.responses;
    expect(Object.keys(authorize ?? {})).toContain('501');
  });

  it('is covered: every endpoint of its table is served with its statuses', () => {
    const normal = (path: string) => path.replace('/users/{logged}', '/users/current');
    const lacking = contract.flatMap((row) => {
      const operation = description.paths[normal(row.path)]?.[row.method.toLowerCase()];
      if (!operation) return [`${row.method} ${row.path} is missing`];
      const has = Object.keys(operation.responses).map(Number);
      const raw = ['/json', '/api'].includes(row.path);
      const missing = (row.statuses ?? []).filter(
        (status) => !has.includes(status) && !(raw && status === 406),
      );
      return missing.length > 0 ? [`${row.method} ${row.path} lacks ${missing.join(', ')}`] : [];
    });
    expect(lacking).toEqual([]);
  });

  const resolved = ({ $ref, ...response }: Response & { $ref?: string }): Response =>
    $ref === undefined ? response : (description.components.responses[$ref.split('/').at(-1) ?? ''] ?? {});

  it('has a unique id, a summary and a tag of every operation, and a schema and an example of each reply', () => {
    const rawPaths = routesOf(api).flatMap(({ declaration, template }) =>
      declaration.raw ? [template] : [],
    );
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operations()) {
      const where = `${method} ${path}`;
      expect([where, operation.summary]).toEqual([where, expect.stringMatching(/\w/)]);
      expect([where, operation.tags?.length]).toEqual([where, 1]);
      for (const [status, response] of Object.entries(operation.responses)) {
        const contents = Object.entries(resolved(response).content ?? {});
        expect([where, status, contents.length > 0]).toEqual([where, status, true]);
        const types = contents.map(([type]) => type);
        expect([where, status, types.includes('application/xml')]).toEqual([
          where,
          status,
          types.includes('text/xml'),
        ]);
        const withSchema = contents.filter(([type]) => type !== 'application/xml');
        expect([where, status, withSchema.map(([, { schema }]) => typeof schema)]).toEqual([
          where,
          status,
          withSchema.map(() => 'object'),
        ]);
        const isRaw = rawPaths.includes(path) && status === '200';
        const json = Object.fromEntries(contents)['application/json'];
        const isPage = types.join() === 'text/html';
        if (!isRaw && !isPage)
          expect([where, status, json?.examples?.reply?.value]).toEqual([where, status, expect.any(Object)]);
      }
    }
  });

  it('states of each reply with lists or objects by name, and of no other, how large it can become', () => {
    const sizes = description as unknown as DescribedSizes;
    const routes = routesOf(api);
    const growing = routes
      .filter((route) => canGrow(sizes, route))
      .map(({ declaration }) => declaration.name);
    const stated = routes.flatMap(({ declaration }) =>
      declaration.growth === undefined ? [] : [declaration.name],
    );
    expect(growing.length).toBeGreaterThan(70);
    expect(stated.sort()).toEqual(growing.sort());
    const paged = routes.filter(({ declaration }) => declaration.growth === 'paged');
    const unlimited = paged.filter((route) => largestPage(sizes, route) === undefined);
    expect(unlimited.map(({ declaration }) => declaration.name)).toEqual([]);
    const table = markdownTable(['Operation', 'Size of the reply'], sizeRows(sizes, routes));
    expect(generatedPart('docs/reference/http.md', 'sizes of replies', table)).toBe(table);
  });

  it('has the common fields of replies once, so that generators do not repeat them in each reply', () => {
    const { schemas } = description.components;
    const withCommonFields = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      'route_name' in properties || ('detail' in properties && 'url' in properties) ? [name] : [],
    );
    const lists = Object.keys(schemas).filter((name) => name.endsWith('ByNameReply'));
    expect(withCommonFields.sort()).toEqual(['CommonBodyDto', 'ErrorBodyDto', ...lists].sort());
  });

  it('is versioned with the service and names its server by the configured URL', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(description.info.version).toBe(version);
    expect(description.servers).toEqual([{ url: 'http://localhost:2001' }]);
    expect((await api.anonymous.get('/version').expect(200)).body['version']).toBe(version);
  });

  it('equals docs/openapi.json, so that changes of it are reviewed (npm run golden)', () => {
    const text = `${JSON.stringify(description, undefined, 2)}\n`;
    if (process.env['GOLDEN'] === 'write') writeFileSync(GOLDEN, text);
    expect(existsSync(GOLDEN) && readFileSync(GOLDEN, 'utf8')).toBe(text);
  });
});
