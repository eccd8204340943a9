import type { Source } from '../source';
import { wpsCapabilities } from './capabilities';
import { ogcapiSource } from './ogcapi';

/** Processes of a WPS, by its capabilities, or by the list of an OGC API where it has none. Reference: service-synchronization#wps. */
export const wpsSource: Source = {
  start: (subject) => {
    const [list] = ogcapiSource.start(subject).filter(({ as }) => as === 'processes');
    const [first] = wpsCapabilities.start(subject);
    if (!first) return [];
    const { otherwise } = first;
    return [
      {
        ...first,
        otherwise: otherwise ? { ...otherwise, otherwise: list && { ...list, isOptional: false } } : list,
      },
    ];
  },
  read: (document, link, subject) =>
    (link.format === 'json' ? ogcapiSource : wpsCapabilities).read(document, link, subject),
  innerType: () => 'process',
};
