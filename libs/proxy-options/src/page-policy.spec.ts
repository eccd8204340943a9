import { PAGE_POLICY, isInertType } from './page-policy';

describe('the policy of pages that are not trusted', () => {
  it('is exactly the documented one, without `allow-same-origin`', () => {
    expect(PAGE_POLICY).toBe(
      'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads',
    );
  });
});

describe('a reply', () => {
  it.each([
    'image/png',
    'IMAGE/JPEG',
    'audio/mpeg',
    'video/mp4',
    'font/woff2',
    'application/json',
    'application/json; charset=UTF-8',
    'application/geo+json',
    'text/csv',
    'text/plain',
    ' text/plain ;charset="utf-8"',
    'application/pdf',
    'application/octet-stream',
    'application/x-netcdf',
    'application/zip',
  ])('of type %j is inert', (type) => {
    expect(isInertType(type)).toBe(true);
  });

  it.each([
    '',
    'text/html',
    'application/xhtml+xml',
    'text/xml',
    'application/xml',
    'application/gml+xml',
    'image/svg+xml',
    'image/svg',
    'image/x-made-up',
    'application/rss+xml',
    'text/javascript',
    'text/css',
    'multipart/x-mixed-replace; boundary=x',
    'message/rfc822',
    'application/x-unknown',
    '*/*',
    'unknown/unknown',
    'text',
    'text/',
    '/plain',
    'text/plain, text/html',
    'text/plain; a="b, text/html"',
    'text/plain text/html',
    'text/plain\x0b',
    'text/plain;\x00text/html',
    'text/plain\xa0',
    'text\x00/plain',
    'text/plain/html',
    '"text/plain"',
    'application/+json text/html',
    'text/html+json',
  ])('of type %j may be a page', (type) => {
    expect(isInertType(type)).toBe(false);
  });
});
