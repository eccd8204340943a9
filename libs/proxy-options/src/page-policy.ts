/**
 * What browsers let a page do that has the origin of the API without being trusted: it gets an opaque origin of its own, so
 * that it can neither read replies of the API nor send them requests that count as its own, and has no cookies and no storage.
 * Scripts, forms, windows and downloads remain possible.
 */
export const PAGE_POLICY =
  'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * Media types that browsers display, download or leave to other programs, but never run as a page. The list is closed: other
 * types, also those that no browser knows, may become one.
 */
const INERT: ReadonlySet<string> = new Set([
  ...namedIn('image', 'apng avif bmp gif heic heif jp2 jpeg jpx jxl png tiff vnd.microsoft.icon webp x-icon'),
  ...namedIn('audio', '3gpp aac flac midi mp3 mp4 mpeg ogg opus vnd.wave wav webm x-wav'),
  ...namedIn('video', '3gpp mp2t mp4 mpeg ogg quicktime webm x-matroska x-msvideo'),
  ...namedIn('font', 'collection otf sfnt ttf woff woff2'),
  ...namedIn('application', 'font-woff vnd.ms-fontobject x-font-ttf x-font-woff'),
  ...namedIn('application', 'json json-seq geo+json-seq ndjson x-ndjson'),
  ...namedIn('text', 'csv json plain'),
  ...namedIn('application', 'octet-stream pdf'),
  ...namedIn('application', 'netcdf x-netcdf x-netcdf4'),
  ...namedIn(
    'application',
    'gzip vnd.rar x-7z-compressed x-bzip x-bzip2 x-gzip x-tar x-xz x-zip-compressed zip zstd',
  ),
]);

/** A type, a subtype and parameters in visible ASCII. A comma may separate types of several fields, of which browsers take the last. */
const MEDIA_TYPE = /^[\t ]*([a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+)[\t ]*(?:;[\t\x20-\x2b\x2d-\x7e]*)?$/;

/** Whether a browser runs nothing in a reply with this `Content-Type`. Anything that is read in several ways is not inert. */
export function isInertType(contentType: string): boolean {
  const type = MEDIA_TYPE.exec(contentType.toLowerCase())?.[1];
  return (
    type !== undefined && (INERT.has(type) || (type.startsWith('application/') && type.endsWith('+json')))
  );
}

function namedIn(type: string, subtypes: string): readonly string[] {
  return subtypes.split(' ').map((subtype) => `${type}/${subtype}`);
}
