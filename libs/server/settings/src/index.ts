export {
  type ConfigurationSection,
  InvalidConfigurationFile,
  readConfigurationSection,
} from './configuration-section';
export { areOriginsSeparate, originWarning } from './origins';
export { InvalidConfiguration, InvalidSettings, listenError } from './invalid-configuration';
export {
  defaultAdministratorEmail,
  loadProxySettings,
  loadDatabaseSettings,
  loadSettings,
  proxyWarning,
  unknownSettings,
} from './settings';
export type { ProxySettings, Settings } from './typed-settings';
export { describeSettings } from './describe';
