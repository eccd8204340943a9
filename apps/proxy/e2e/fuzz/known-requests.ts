import type { Attempt } from './attempt';
import type { Scenario } from './scenario';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Requests that were once allowed in another meaning, and that are rarely generated: a body whose type is not stated to the
 * service, or stated twice.
 */
export function knownAttempts({ services }: Scenario): readonly Attempt[] {
  const service = services.find(({ name, type }) => type === 'wps' && name.startsWith('broad'))!;
  const hidden = 'request=Execute&identifier=closed';
  const post = (mediaType: string, text: string, header: readonly [string, string]): Attempt => ({
    service,
    persona: 'member',
    method: 'POST',
    lead: '/ows/proxy/',
    rest: '?request=GetCapabilities',
    headers: [header],
    body: { mediaType, encoding: undefined, bytes: Buffer.from(text), isChunked: false },
  });
  return [
    post('application/octet-stream', hidden, ['Content-Type', FORM]),
    post(FORM, 'request=GetCapabilities', ['Connection', 'keep-alive, Content-Type']),
    post('image/png', hidden, ['Connection', 'close, Content-Type']),
  ];
}
