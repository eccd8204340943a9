import { Loose } from './loose-field';
import { named } from './named-schemas';
import { Text } from './text-field';
import { BODY_ENCODING, patternOf } from './vocabulary';

/** A request to evaluate: `url` with the other fields, or `curl`. */
export class EvaluateRequestDto {
  @Text({
    about: 'Method; GET by default.',
    optional: true,
    malformed: 422,
    maxLength: 32,
    example: 'GET',
  })
  method?: string;

  @Text({
    about:
      'URL below the public address of the proxy, its path, or `service/path`; with its query, as a client sends it.',
    optional: true,
    malformed: 422,
    maxLength: 16_000,
    example: 'thredds/fileServer/ocean/2024/sst.nc',
  })
  url?: string;

  @Loose({
    about:
      'Headers in the order in which they are sent. Those that identify the caller or frame the body are ignored.',
    optional: true,
    schema: { type: 'array', maxItems: 100, items: named('RequestHeader') },
    example: [{ name: 'Accept', value: 'application/json' }],
  })
  headers?: unknown;

  @Text({
    about: 'Body.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    maxLength: 1_000_000,
    example: '',
  })
  body?: string;

  @Text({
    about: 'How `body` represents the bytes; `text` (UTF-8) by default.',
    optional: true,
    malformed: 422,
    vocabulary: BODY_ENCODING,
    pattern: patternOf(BODY_ENCODING),
    example: 'text',
  })
  body_encoding?: 'text' | 'base64';

  @Text({
    about:
      'A curl command, instead of the fields above. It is not executed; options that are not supported are reported.',
    optional: true,
    malformed: 422,
    maxLength: 100_000,
    example: "curl 'http://localhost:2002/ows/proxy/thredds/fileServer/ocean/2024/sst.nc'",
  })
  curl?: string;

  @Text({
    about: 'The user who is signed in; anonymous by default.',
    optional: true,
    malformed: 422,
    maxLength: 200,
    example: 'bob',
  })
  user_name?: string;
}
