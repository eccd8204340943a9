export { areOriginsSeparate, originWarning } from './origins';
export { InvalidConfiguration, InvalidSettings, listenError } from './invalid-configuration';
export {
  defaultAdministratorEmail,
  loadDecisionSettings,
  loadProxySettings,
  loadDatabaseSettings,
  loadSettings,
  proxyWarning,
  unknownSettings,
} from './settings';
export { settingNamed } from './setting-named';
export type { DecisionSettings } from './decision-settings';
export type { ProxySettings, Settings } from './typed-settings';
export { describeSettings } from './describe';
