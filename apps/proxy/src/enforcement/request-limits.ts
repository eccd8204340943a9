import type { ProxySettings } from '@gatehouse/settings';
import type { RequestLimits } from './service-request';

/** How much of a request is read, by the settings. */
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
