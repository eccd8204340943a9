import { Interpreted } from '../grammar/interpreted';
import { UNLIMITED } from '../request';
import { inputsProblem, isElsewhere } from './wps-references';

test.each([
  'http://example.org/data.xml',
  'https://example.org',
  'HTTPS://Data.Example.ORG:8443/wfs?service=WFS&request=GetFeature',
  'http://geoserver.example.org/wfs?request=GetFeature',
])('%s is an address of another server', (address) => {
  expect(isElsewhere(address)).toBe(true);
});

test.each([
  'http://geoserver/wfs',
  'http://geoserver/wfsx',
  'http://GEOSERVER/wps',
  'http://geoserver./wps',
  'http://geoserver:80/wfs',
  'http://user@geoserver/wfs',
  'http://example.org@geoserver/wfs',
  'http://example.org\\@geoserver/wfs',
  'http://example.org?@geoserver/wfs',
  'http://localhost:8080/geoserver/wfs',
  'http://a.localhost/wfs',
  'http://geoserver.local/wfs',
  'http://geoserver.internal:8080/wfs',
  'http://127.0.0.1:8080/geoserver/wfs',
  'http://2130706433/geoserver/wfs',
  'http://0x7f.1/geoserver/wfs',
  'http://127.0.0.0x1/geoserver/wfs',
  'http://[::1]:8080/geoserver/wfs',
  'file:///etc/passwd',
  'jar:http://example.org/x!/y',
  'ftp://example.org/x',
  '//example.org/x',
  ' http://geoserver/wfs',
  '',
])('%j may be the server itself', (address) => {
  expect(isElsewhere(address)).toBe(false);
});

test.each([
  '',
  'a=1',
  'a=1;b=2@uom=m;c',
  'geom=POINT(1 2)@mimetype=application/wkt@encoding=utf-8@schema=x',
  'features=@xlink:href=http://example.org/x',
  'features=@href=http%3A%2F%2Fexample.org%2Fx@mimeType=text/xml',
])('the inputs %j contain no request of GeoServer to itself', (inputs) => {
  expect(inputsProblem(inputs, Interpreted.of(UNLIMITED))).toBeUndefined();
});

test.each([
  'features=@xlink:href=http://geoserver/wfs?request=GetFeature',
  'a=1;features=@HREF=http://geoserver/wps',
  'features=@xlink:href=http%3A%2F%2Fgeoserver%2Fwfs',
  'features=@href=http://example.org/x@xlink:href=http://geoserver/wfs',
  'features=@method=POST@href=http://example.org/x',
  'features=@body=x',
  'features=@xlink:href',
  'features=@ xlink:href=http://example.org/x',
  '[features=@xlink:href=http://geoserver/wfs]',
])('the inputs %j may hold a request of GeoServer to itself', (inputs) => {
  expect(inputsProblem(inputs, Interpreted.of(UNLIMITED))).toMatchObject({
    kind: 'outside',
    locator: 'datainputs',
  });
});
