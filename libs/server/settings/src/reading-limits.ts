import { size, whole } from './kinds';

/** How much of a request, or of a reply for a hook, the proxy reads. */
export const readingLimits = {
  proxyXmlElements: whole(
    'SVC_PROXY_XML_ELEMENTS',
    { min: 100, max: 10_000_000 },
    {
      fallback: '25000',
      about: 'Most elements of an XML document in such a body; one with more is not read, and refused.',
    },
  ),
  proxyXmlAttributes: whole(
    'SVC_PROXY_XML_ATTRIBUTES',
    { min: 100, max: 10_000_000 },
    {
      fallback: '100000',
      about: 'Most attributes of such a document, declarations of namespaces included; the same applies.',
    },
  ),
  proxyXmlElementAttributes: whole(
    'SVC_PROXY_XML_ELEMENT_ATTRIBUTES',
    { min: 10, max: 100_000 },
    {
      fallback: '1000',
      about: 'Most attributes of one element of such a document, declarations of namespaces included.',
    },
  ),
  proxyJsonValues: whole(
    'SVC_PROXY_JSON_VALUES',
    { min: 100, max: 10_000_000 },
    {
      fallback: '100000',
      about:
        'Most members and items, at all levels together, of a JSON text that the proxy reads: in the body of a request, or of a reply for a hook.',
    },
  ),
  proxyFormFields: whole(
    'SVC_PROXY_FORM_FIELDS',
    { min: 10, max: 1_000_000 },
    { fallback: '1000', about: 'Most fields of a form that the proxy reads.' },
  ),
  proxyNames: whole(
    'SVC_PROXY_NAMES',
    { min: 10, max: 100_000 },
    {
      fallback: '1000',
      about:
        'Most layers, feature types or processes that one request may name; each costs a decision. A request that names more is outside of the grammar of its type.',
    },
  ),
  proxyInterpretedSize: size('SVC_PROXY_INTERPRETED_SIZE', {
    fallback: '1 MB',
    about:
      'Most characters, in all, of the parameters of a request and of the names, identifiers and paths in its document that the proxy interprets; each name counts as 100 more. Data for processes, geometries and values of features do not count.',
  }),
} as const;
