import { size, whole } from './kinds';

/** How much of a request, or of a reply for a hook, the proxy reads. */
export const readingLimits = {
  proxyXmlElements: whole(
    'SVC_PROXY_XML_ELEMENTS',
    { min: 100, max: 10_000_000 },
    {
      fallback: '25000',
      about: 'Maximum number of elements of an XML document in such a body; larger documents are rejected.',
    },
  ),
  proxyXmlAttributes: whole(
    'SVC_PROXY_XML_ATTRIBUTES',
    { min: 100, max: 10_000_000 },
    {
      fallback: '100000',
      about:
        'Maximum number of attributes of such a document, including namespace declarations; larger documents are rejected.',
    },
  ),
  proxyXmlElementAttributes: whole(
    'SVC_PROXY_XML_ELEMENT_ATTRIBUTES',
    { min: 10, max: 100_000 },
    {
      fallback: '1000',
      about:
        'Maximum number of attributes of one element of such a document, including namespace declarations.',
    },
  ),
  proxyJsonValues: whole(
    'SVC_PROXY_JSON_VALUES',
    { min: 100, max: 10_000_000 },
    {
      fallback: '100000',
      about:
        'Maximum number of members and items, at all levels together, of a JSON text that the proxy reads: in the body of a request, or of a reply for a hook.',
    },
  ),
  proxyFormFields: whole(
    'SVC_PROXY_FORM_FIELDS',
    { min: 10, max: 1_000_000 },
    { fallback: '1000', about: 'Maximum number of fields of a form that the proxy reads.' },
  ),
  proxyNames: whole(
    'SVC_PROXY_NAMES',
    { min: 10, max: 100_000 },
    {
      fallback: '1000',
      about:
        'Maximum number of layers, feature types or processes in one request; each requires a decision. A request with more is outside the grammar of its type.',
    },
  ),
  proxyInterpretedSize: size('SVC_PROXY_INTERPRETED_SIZE', {
    fallback: '1 MB',
    about:
      'Maximum total number of characters that the proxy interprets of one request: its parameters, and the names, identifiers and paths in its document. Each name counts as 100 additional characters. Input data of processes, geometries and property values do not count.',
  }),
} as const;
