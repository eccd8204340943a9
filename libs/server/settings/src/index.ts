export {
  type ConfigurationSection,
  InvalidConfigurationFile,
  readConfigurationSection,
} from './configuration-section';
export { areOriginsSeparate, originWarning } from './origins';
export {
  InvalidSettings,
  defaultAdministratorEmail,
  loadProxySettings,
  loadDatabaseSettings,
  loadSettings,
  unknownSettings,
} from './settings';
export type { ProxySettings, Settings } from './typed-settings';
export { describeSettings } from './describe';
