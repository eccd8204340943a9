export { definitions } from './definitions';
export type { Setting } from './kinds';
export {
  type Environment,
  InvalidSettings,
  type ProxySettings,
  type Settings,
  loadProxySettings,
  loadSettings,
  unknownSettings,
} from './settings';
export { describeSettings } from './describe';
