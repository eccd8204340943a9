import fc from 'fast-check';
import type { Attempt, AttemptBody } from './attempt';
import { OPERATIONS, protocolsOf } from './queries';
import { METHODS, NAMES, PATHS } from './requests';
import { PERSONAS, type WorldService } from './world';

type Pairs = readonly (readonly [name: string, value: string])[];

const FORM = 'application/x-www-form-urlencoded';
const OWS = 'http://www.opengis.net/ows/1.1';
const LAYERS = ['open', 'closed', 'public', 'open:open', 'open:closed', 'closed:open', 'public:l1', 'open:x'];
/** What names something, in queries and in documents; only what all readers take alike. */
const NAMING: Readonly<
  Record<string, { parameters: readonly string[]; names: readonly string[]; write: (name: string) => string }>
> = {
  wps: {
    parameters: ['identifier', 'Identifier'],
    names: ['open', 'closed', 'public', 'other', 'open,closed', 'closed,open', 'open,public'],
    write: (name) => eachOf(name, (one) => `<ows:Identifier xmlns:ows="${OWS}">${one}</ows:Identifier>`),
  },
  wfs: {
    parameters: ['typeNames', 'typename', 'TYPENAMES'],
    names: [...LAYERS, 'open:open,public:l1', 'open,closed'],
    write: (name) => `<Query typeNames="${name.replaceAll(',', ' ')}"/>`,
  },
  wms: {
    parameters: ['layers', 'LAYERS', 'layer', 'query_layers'],
    names: [...LAYERS, 'open:open,public:l1', 'open:open,closed:open'],
    write: (name) => eachOf(name, (one) => `<NamedLayer><Name>${one}</Name></NamedLayer>`),
  },
  ncwms: {
    parameters: ['layers', 'layername', 'dataset'],
    names: ['open/data.nc/v', 'closed/data.nc/v', 'open', 'public', 'open/data.nc/v,closed/data.nc/v', 'x/y'],
    write: (name) => eachOf(name, (one) => `<NamedLayer><Name>${one}</Name></NamedLayer>`),
  },
};

/** A request to one of those services, all of one type, that says one thing and says it as every reader does. */
export function orderlyAttemptsAt(services: readonly WorldService[]): fc.Arbitrary<Attempt> {
  const type = services[0]?.type.name ?? '';
  const path = fc
    .array(fc.constantFrom(...NAMES, ...(PATHS[type] ?? [])), { maxLength: 3 })
    .map((names) => names.map((one) => `/${one}`).join(''));
  const speaksOgc = /^(?:w|ncw|geo)/.test(type);
  const asked = speaksOgc
    ? fc.oneof({ weight: 6, arbitrary: ogc(type) }, { weight: 1, arbitrary: plain })
    : plain;
  return fc
    .record({ service: fc.constantFrom(...services), persona: fc.constantFrom(...PERSONAS), path, asked })
    .map(({ service, persona, path: rest, asked: { method, query, body } }) => ({
      service,
      persona,
      method,
      lead: '/ows/proxy/',
      rest: rest + query,
      headers: [],
      body,
    }));
}

type Asked = Pick<Attempt, 'method' | 'body'> & { readonly query: string };

const plain: fc.Arbitrary<Asked> = fc.record({
  method: fc.constantFrom(...METHODS),
  query: fc.constantFrom('', '?x=1'),
  body: fc.constant(undefined),
});

function ogc(type: string): fc.Arbitrary<Asked> {
  return fc.oneof(
    ...protocolsOf(type).map((protocol) => {
      const { parameters, names, write } = NAMING[protocol]!;
      return fc
        .record({
          operation: fc.constantFrom(...(OPERATIONS[protocol] ?? [])),
          parameter: fc.constantFrom(...parameters),
          name: fc.option(fc.constantFrom(...names), { nil: undefined, freq: 5 }),
          saysService: fc.boolean(),
          form: fc.constantFrom('query', 'query', 'form', 'json', 'xml'),
        })
        .map(({ operation, parameter, name, saysService, form }) => {
          const service: Pairs = saysService ? [['service', protocol.slice(-3).toUpperCase()]] : [];
          const named: Pairs = name === undefined ? [] : [[parameter, name]];
          const pairs: Pairs = [...service, ['request', operation], ...named];
          if (form === 'query') return { method: 'GET', query: `?${formOf(pairs)}`, body: undefined };
          const [mediaType, text] =
            form === 'form'
              ? [FORM, formOf(pairs)]
              : form === 'json'
                ? ['application/json', JSON.stringify(Object.fromEntries(pairs))]
                : ['text/xml', `<${operation}>${name === undefined ? '' : write(name)}</${operation}>`];
          const query = service.length > 0 ? `?${formOf(service)}` : '';
          return { method: 'POST', query, body: bodyOf(mediaType, text) };
        });
    }),
  );
}

function eachOf(names: string, write: (name: string) => string): string {
  return names.split(',').map(write).join('');
}

function formOf(pairs: Pairs): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

function bodyOf(mediaType: string, text: string): AttemptBody {
  return { mediaType, encoding: undefined, bytes: Buffer.from(text), isChunked: false };
}
