import { readPairs } from '../grammar/pairs';
import { contextOf } from '../testing/requests';
import { document, element, json, readingIn, request } from '../testing/wps-requests';
import { wpsService } from './wps';

const PATHS = ['s', 's/p1', 's/p2', 's/Secret'];
const read = (...input: Parameters<typeof request>) => readingIn(wpsService, PATHS, request(...input));

describe('for requests by GET,', () => {
  test.each([
    ['GET ?service=WPS&request=GetCapabilities&version=1.0.0', 'getcapabilities s exact'],
    [
      'GET ?service=WPS&request=GetCapabilities&acceptversions=2.0.0,1.0.0&f=json&_=1',
      'getcapabilities s exact',
    ],
    ['GET /wps?SERVICE=wps&REQUEST=getCapabilities&language=en-US', 'getcapabilities s exact'],
    ['GET ?request=GetCapabilities&identifier=p1', 'getcapabilities s exact'],
    ['GET ?service=WPS&request=DescribeProcess&version=1.0.0&identifier=p1', 'describeprocess s/p1 exact'],
    ['GET ?request=DescribeProcess&identifier=p1, p2', 'describeprocess s/p1 exact, s/p2 exact'],
    [
      'GET ?request=DescribeProcess&identifier=p1&identifier=secret',
      'describeprocess s/p1 exact, s/Secret exact',
    ],
    ['GET ?request=DescribeProcess&identifier=p1&IDENTIFIER=p9', 'describeprocess s/p1 exact, s partial'],
    ['GET ?request=DescribeProcess&identifier=all', 'describeprocess everywhere'],
    ['GET ?request=DescribeProcess&identifier=p1,ALL', 'describeprocess s/p1 exact, everywhere'],
    ['GET ?request=DescribeProcess', 'describeprocess everywhere'],
    ['GET ?request=DescribeProcess&identifier=,', 'describeprocess everywhere'],
    [
      'GET ?service=WPS&version=1.0.0&request=Execute&identifier=p1&DataInputs=a=1;b=2@uom=m&ResponseDocument=out@asReference=true' +
        '&storeExecuteResponse=true&status=true&lineage=true',
      'execute s/p1 exact',
    ],
    ['HEAD ?request=Execute&identifier=P1&RawDataOutput=out', 'execute s/p1 exact'],
    ['GET ?request=Execute&identifier=p1,p2', 'execute s partial'],
    ['GET ?request=Execute&identifier=all', 'execute s partial'],
    [
      'GET ?request=Execute&identifier=p1&datainputs=x=@xlink:href=http%3A%2F%2Fexample.org%2Fx',
      'execute s/p1 exact',
    ],
    ['GET ?request=Execute', 'execute everywhere'],
    ['GET ?request=Execute&identifier=', 'execute everywhere'],
  ])('%s needs %s', (written, expected) => {
    expect(read(written)).toBe(expected);
  });

  test.each([
    ['GET', 'MissingParameterValue request'],
    ['GET ?identifier=p1', 'MissingParameterValue request'],
    ['GET ?request=GetStatus&jobid=1', 'InvalidParameterValue request'],
    ['GET ?request=GetResult&jobid=1', 'InvalidParameterValue request'],
    ['GET ?request=Dismiss&jobid=1', 'InvalidParameterValue request'],
    ['GET ?request=GetMap', 'InvalidParameterValue request'],
    ['GET ?service=WFS&request=GetCapabilities', 'InvalidParameterValue service'],
    ['GET ?request=GetCapabilities&request=Execute&identifier=p1', 'InvalidParameterValue request'],
    ['GET ?request=Execute&identifier=p1&identifier=p2', 'InvalidParameterValue identifier'],
    ['GET ?request=Execute&identifier=p1&Identifier=p2', 'InvalidParameterValue identifier'],
    ['GET ?request=Execute&identifier=p+1', 'InvalidParameterValue identifier'],
    ['GET ?request=Execute&identifier=p1%00', 'InvalidParameterValue identifier'],
    ['GET ?request=GetCapabilities&mode=map&layers=secret', 'InvalidParameterValue mode'],
    ['GET ?request=GetCapabilities&map=other', 'InvalidParameterValue map'],
    ['GET ?request=GetCapabilities&operation=execute', 'InvalidParameterValue operation'],
    ['GET ?request%3DExecute%26identifier%3Dsecret&request=GetCapabilities', 'InvalidParameterValue query'],
    ['GET ?request=GetCapabilities&%20request=Execute', 'InvalidParameterValue query'],
    ['GET ?request=GetCapabilities&reque%C5%BFt=Execute', 'InvalidParameterValue query'],
    ['PUT ?request=Execute&identifier=p1', 'OperationNotSupported method'],
    ['DELETE ?request=GetCapabilities', 'OperationNotSupported method'],
  ])('%s is outside the grammar: %s', (written, expected) => {
    expect(read(written)).toBe(`outside ${expected}`);
  });

  test('a GET with a body is outside', () => {
    expect(read('GET ?request=GetCapabilities', json(['identifier', 'p1']))).toBe(
      'outside NoApplicableCode body',
    );
  });

  test('a parameter that an option of the service adds is allowed', () => {
    const options = { parameters: new Set(['token']) };
    const one = request('GET ?request=GetCapabilities&token=x');
    expect(readingIn(wpsService, PATHS, one, options)).toBe('getcapabilities s exact');
  });

  test('a name that is not a resource needs the permission everywhere where only registered names are allowed', () => {
    const options = { registeredNamesOnly: true };
    const of = (name: string) =>
      readingIn(wpsService, PATHS, request(`GET ?request=Execute&identifier=${name}`), options);
    expect(of('p9')).toBe('execute s partial, everywhere');
    expect(of('p1')).toBe('execute s/p1 exact');
  });

  test.each([
    ['GET ?request=Execute&identifier=p1', true],
    ['GET ?request=DescribeProcess&identifier=p1', false],
    ['GET ?request=GetCapabilities', false],
  ])('%s executes a process: %s', (written, executes) => {
    const tree = { serviceId: 0, childByName: () => undefined, childrenByFold: () => [] } as never;
    const reading = wpsService.read(request(written), contextOf(tree));
    expect(reading).toMatchObject({ kind: 'covered', executes });
  });
});

describe('for requests by POST,', () => {
  const execution = document(element('Execute', {}, element('Identifier', {}, 'p1')));

  test.each([
    ['POST', 'execute s/p1 exact'],
    ['POST /wps', 'execute s/p1 exact'],
    ['POST ?service=WPS&request=Execute&identifier=p1', 'execute s/p1 exact'],
    ['POST ?service=WPS&request=GetCapabilities', 'outside InvalidParameterValue request'],
    ['POST ?identifier=p2', 'outside InvalidParameterValue identifier'],
    ['POST ?version=1.0.0', 'outside InvalidParameterValue version'],
    ['POST ?datainputs=a=1', 'outside InvalidParameterValue datainputs'],
    ['POST /p1', 'outside InvalidParameterValue path'],
    ['POST /jobs', 'outside InvalidParameterValue path'],
  ])('a document by %s is read: %s', (written, expected) => {
    expect(read(written, execution)).toBe(expected);
  });

  test('a query repeats the language and the identifiers of a document', () => {
    const described = document(
      element(
        'DescribeProcess',
        { language: 'fr' },
        element('Identifier', {}, 'p1'),
        element('Identifier', {}, 'p2'),
      ),
    );
    expect(read('POST ?language=fr&identifier=p1,p2', described)).toBe(
      'describeprocess s/p1 exact, s/p2 exact',
    );
    expect(read('POST ?language=en', described)).toBe('outside InvalidParameterValue language');
  });

  test('a request without a body, a form and a body of another type are outside', () => {
    const query = 'POST ?request=GetCapabilities';
    expect(read(query)).toBe('outside NoApplicableCode body');
    expect(read(query, { kind: 'form', fields: readPairs('request=GetCapabilities', 'body') })).toBe(
      'outside NoApplicableCode body',
    );
    expect(read('POST', { kind: 'form', fields: readPairs('request=Execute&identifier=p1', 'body') })).toBe(
      'outside NoApplicableCode body',
    );
    for (const mediaType of ['', 'application/x-json', 'text/json', 'image/png', 'multipart/form-data']) {
      expect(read(query, { kind: 'other', mediaType })).toBe('outside NoApplicableCode body');
    }
    const root = element('GetCapabilities');
    expect(read('POST', document(root, 'application/xml'))).toBe('getcapabilities s exact');
    expect(read('POST', document(root, 'text/plain'))).toBe('outside NoApplicableCode body');
  });
});
