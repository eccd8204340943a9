import { type Bypass, type Served, testBypasses } from './oracle/bypasses';
import { type PeerRequest, get, post } from './oracle/request';
import { describeXml, executeXml } from './oracle/samples-of-processes';

const JSON_TYPE = 'application/json';
const GROUP = 'one request, two readings';
const CAPABILITIES = 'service=WPS&version=1.0.0&request=GetCapabilities';
const secret = JSON.stringify({ identifier: 'secret' });

const SENT: readonly (readonly [title: string, request: PeerRequest])[] = [
  ['JSON with the operation in the query', post(JSON_TYPE, secret, 'request=GetCapabilities')],
  [
    'JSON with a member that PyWPS does not read',
    post(JSON_TYPE, '{"request":"GetCapabilities","identifier":"secret"}'),
  ],
  [
    'JSON with two operations',
    post(JSON_TYPE, '{"request":"GetCapabilities","operation":"execute","identifier":"secret"}'),
  ],
  [
    'JSON with its operation in other letters',
    post(JSON_TYPE, '{"request":"GetCapabilities","operation":"EXECUTE","identifier":"secret"}'),
  ],
  ...[
    'application/x-json',
    'text/json',
    'image/png; x=json',
    'text/plain; charset=json',
    'application/geo+json',
  ].map((mediaType) => [`JSON as ${mediaType}`, post(mediaType, secret, CAPABILITIES)] as const),
  ['XML as an image', post('image/png', executeXml('secret'), CAPABILITIES)],
  ['XML without a media type', post(undefined, executeXml('secret'), CAPABILITIES)],
  ['XML with the operation in the query', post('text/xml', executeXml('secret'), CAPABILITIES)],
];

const BYPASSES: readonly Bypass[] = [
  ...SENT.map(([title, request]): Bypass => ({ group: GROUP, title, type: 'wps', kind: 'narrow', request })),
  {
    group: GROUP,
    title: 'JSON at the path of a process',
    type: 'wps',
    kind: 'narrow',
    request: post(JSON_TYPE, '{"request":"GetCapabilities"}', '', '/secret'),
  },
  {
    group: GROUP,
    title: 'JSON for one process at the path of another',
    type: 'wps',
    kind: 'reading',
    request: post(JSON_TYPE, '{"request":"Execute","identifier":"public"}', '', '/secret'),
  },
];

const executed: Served['done'] = (effects) => effects.executed.has('public');
const described: Served['done'] = (effects) => effects.returned.has('public');

const SERVED: readonly Served[] = [
  {
    title: 'Execute by GET',
    type: 'wps',
    request: get('service=WPS&version=1.0.0&request=Execute&identifier=public'),
    done: executed,
  },
  {
    title: 'Execute as a document',
    type: 'wps',
    request: post('text/xml', executeXml('public')),
    done: executed,
  },
  {
    title: 'Execute as a document that declares ISO-8859-1',
    type: 'wps',
    request: post('text/xml', `<?xml version='1.0' encoding='ISO-8859-1'?>\n${executeXml('public')}`),
    done: executed,
  },
  {
    title: 'Execute as JSON, without the name of the operation',
    type: 'wps',
    request: post(JSON_TYPE, '{"identifier":"public"}'),
    done: executed,
  },
  {
    title: 'DescribeProcess',
    type: 'wps',
    request: get('service=WPS&version=1.0.0&request=DescribeProcess&identifier=public'),
    done: described,
  },
  {
    title: 'DescribeProcess with its identifier twice',
    type: 'wps',
    request: get('service=WPS&version=1.0.0&request=DescribeProcess&identifier=public&identifier=public'),
    done: described,
  },
  {
    title: 'DescribeProcess as a document',
    type: 'wps',
    request: post('text/xml', describeXml('public')),
    done: described,
  },
];

testBypasses('pywps', BYPASSES, SERVED);
