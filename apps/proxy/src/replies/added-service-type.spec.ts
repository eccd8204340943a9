import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type * as Enforcement from '@gatehouse/enforcement';
import type * as ServiceTypes from '@gatehouse/service-types';
import type * as Links from '../forwarding/public-links';
import type * as Context from '../received/request-context';
import type * as Responder from './error-responder';
import type * as Writer from './response-writer';

const SOURCES = 'libs/service-types/src';

/** The libraries with the service type that CONTRIBUTING.md adds as an example: one file, and its line in the catalogue. */
class ExampleOfCatalogue {
  private readonly folder = mkdtempSync(join(tmpdir(), 'service-types-'));

  constructor() {
    cpSync(SOURCES, this.folder, { recursive: true });
    const [, file = '', code = ''] =
      /^```ts libs\/service-types\/src\/(\S+)\n([^]*?)^```/m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ??
      [];
    writeFileSync(join(this.folder, file), code);
    const catalogue = readFileSync(join(this.folder, 'catalogue.ts'), 'utf8')
      .replace(/^/, "import { cswService } from './types/csw';\n")
      .replace('  apiService,\n', '  apiService,\n  cswService,\n');
    writeFileSync(join(this.folder, 'catalogue.ts'), catalogue);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** A module of the library itself. */
  library<Module extends object>(name: string): Module {
    return jest.requireActual<Module>(join(this.folder, name));
  }

  /** For all modules that are loaded afterwards. */
  replaceLibrary(): void {
    jest.resetModules();
    jest.doMock('@gatehouse/service-types', () => this.library('index'));
  }
}

describe('the service type that CONTRIBUTING.md adds as an example', () => {
  const example = new ExampleOfCatalogue();
  const service = {
    resourceId: 1,
    name: 'records',
    type: 'csw',
    url: 'http://127.0.0.1:9/',
    configuration: null,
    proxy: null,
  };

  beforeAll(() => example.replaceLibrary());
  afterAll(() => {
    jest.dontMock('@gatehouse/service-types');
    example.remove();
  });

  it('is in the catalogue, and on the list of types that the API describes', () => {
    const { serviceTypeOf, SERVICE_TYPE_NAMES } = example.library<typeof ServiceTypes>('index');
    expect(serviceTypeOf('csw')?.permissions).toEqual(['getcapabilities', 'read']);
    expect(SERVICE_TYPE_NAMES).toEqual([...SERVICE_TYPE_NAMES].sort());
    const { SERVICE_TYPE } = jest.requireActual<{ SERVICE_TYPE: { enum: readonly string[] } }>(
      '@gatehouse/dto',
    );
    expect(SERVICE_TYPE.enum).toContain('csw');
  });

  it.each([
    ['csw', 'text/xml', 'ExceptionReport'],
    ['api', 'application/json', '"code": 403'],
  ])('has refusals in the format of its clients: of %s in %s', async (type, media, content) => {
    const { ErrorResponder } = jest.requireActual<typeof Responder>('./error-responder');
    const { ResponseWriter } = jest.requireActual<typeof Writer>('./response-writer');
    const { RequestContext } = jest.requireActual<typeof Context>('../received/request-context');
    const { notAllowed, PublicAddress } = jest.requireActual<typeof Enforcement>('@gatehouse/enforcement');
    const settings = {
      publicUrl: 'http://localhost',
      proxyPublicUrl: 'http://localhost/ows/proxy',
      cookieName: 'c',
      uiTheme: 'blue',
    } as never;
    const parts = [
      new ResponseWriter(settings, new PublicAddress(settings)),
      { headersFor: () => undefined },
      {
        metrics: { refused: () => undefined },
        log: { refused: () => undefined },
        refusals: { refused: () => undefined },
      },
      { of: () => ({}) },
    ] as unknown as [never, never, never, never];
    const errors = new ErrorResponder('/ows', ...parts);
    const route = {
      kind: 'proxy',
      service: 'records',
      rest: '',
      query: '',
      segments: [],
      exceptions: [],
    } as const;
    const answer = await answered((request, response) =>
      errors.refuse(new RequestContext(request, response, route, '127.0.0.1', false, undefined), {
        refusal: notAllowed,
        service: { ...service, type },
      }),
    );
    expect(answer.type).toContain(media);
    expect(answer.text).toContain(content);
  });

  it('has documents whose addresses are rewritten', () => {
    const { mayContainAddresses } = jest.requireActual<typeof Links>('../forwarding/public-links');
    expect(mayContainAddresses(service, 'getcapabilities')).toBe(true);
    expect(mayContainAddresses({ ...service, type: 'api' }, 'read')).toBe(false);
  });

  it('is in the list of the console and on the generated page of parameters', () => {
    const { describeForConsole, describeGrammars } = example.library<{
      describeForConsole: () => string;
      describeGrammars: () => string;
    }>('describe');
    expect(describeForConsole()).toMatch(
      /name: 'csw',\s+hasConfiguration: false,\s+permissionNames: \[\s+'getcapabilities',\s+'read',\s+\]/,
    );
    expect(describeGrammars()).toMatch(
      /## `csw`[^]*\| GetRecordById \| `read` \| `id`, `request`, `service`, `version` \|/,
    );
  });
});

/** The reply of a server with this handler. */
async function answered(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/ows/proxy/records`);
  const answer = { type: reply.headers.get('content-type') ?? '', text: await reply.text() };
  server.closeAllConnections();
  server.close();
  return answer;
}
