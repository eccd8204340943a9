import type { Behaviour } from '../support/upstream';

/** A request for a file, as the service received it. */
interface FileRequest {
  readonly method: string;
  readonly range: string | undefined;
}

export interface FileService {
  readonly behaviour: Behaviour;
  readonly requests: FileRequest[];
}

/**
 * A data service that serves one file, whole or from an offset (RFC 9110, 14). `breaks`: how many requests are cut off in the
 * middle of their replies.
 */
export function fileService(content: Buffer, { breaks = 0 } = {}): FileService {
  const requests: FileRequest[] = [];
  const behaviour: Behaviour = ({ method = '', headers }, response) => {
    requests.push({ method, range: headers.range });
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('ETag', '"1"');
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
    const begin = Number(from);
    if (headers.range !== undefined) {
      response.setHeader('Content-Range', `bytes ${begin}-${content.length - 1}/${content.length}`);
    }
    response.writeHead(headers.range === undefined ? 200 : 206, { 'Content-Length': content.length - begin });
    if (method === 'HEAD') {
      response.end();
    } else if (requests.length <= breaks) {
      response.write(content.subarray(begin, begin + (content.length - begin) / 2), () => response.destroy());
    } else {
      response.end(content.subarray(begin));
    }
  };
  return { behaviour, requests };
}
