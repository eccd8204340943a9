export {
  type ConfigurationSection,
  InvalidConfigurationFile,
  readConfigurationSection,
} from './configuration-section';
export { definitions } from './definitions';
export type { Setting } from './kinds';
export { areOriginsSeparate, originWarning } from './origins';
export {
  type Environment,
  InvalidSettings,
  defaultAdministratorEmail,
  loadProxySettings,
  loadSettings,
  unknownSettings,
} from './settings';
export type { ProxySettings, Settings } from './typed-settings';
export { describeSettings } from './describe';
