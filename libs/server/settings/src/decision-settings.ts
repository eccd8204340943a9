import type { Settings } from './typed-settings';

/** The settings that decisions about requests, and the rules of configuration files, depend on. */
export const DECISION_SETTINGS = [
  'preset',
  'adminUser',
  'adminEmail',
  'adminGroup',
  'anonymousUser',
  'usersGroup',
  'loggedUser',
  'userNameMaxLength',
  'userNameExtraRegex',
  'passwordMinLength',
  'publicUrl',
  'port',
  'cookieSecure',
  'networkEnabled',
  'networkNamePrefix',
  'networkGroupName',
  'networkTokenName',
  'proxyPublicUrl',
  'proxyPort',
  'proxyBasePath',
  'proxyCorsOrigins',
  'proxyBodyLimit',
  'proxyMaxStaleness',
  'proxyXmlElements',
  'proxyXmlAttributes',
  'proxyXmlElementAttributes',
  'proxyJsonValues',
  'proxyFormFields',
  'proxyNames',
  'proxyInterpretedSize',
  'configIsStrict',
  'configHooks',
] as const satisfies readonly (keyof Settings)[];

export type DecisionSettings = Pick<Settings, (typeof DECISION_SETTINGS)[number]>;
