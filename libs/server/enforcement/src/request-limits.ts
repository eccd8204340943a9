import type { ProxySettings } from '@gatehouse/settings';
import type { RequestLimits } from './routed-request';

/** Limits for reading requests, from the settings. */
export function requestLimits(
  settings: Pick<
    ProxySettings,
    | 'proxyXmlElements'
    | 'proxyXmlAttributes'
    | 'proxyXmlElementAttributes'
    | 'proxyJsonValues'
    | 'proxyFormFields'
    | 'proxyNames'
    | 'proxyInterpretedSize'
  >,
): RequestLimits {
  return {
    elements: settings.proxyXmlElements,
    attributes: settings.proxyXmlAttributes,
    elementAttributes: settings.proxyXmlElementAttributes,
    jsonValues: settings.proxyJsonValues,
    formFields: settings.proxyFormFields,
    names: settings.proxyNames,
    interpreted: settings.proxyInterpretedSize,
  };
}
