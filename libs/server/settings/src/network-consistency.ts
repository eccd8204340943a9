import { NODE_NAME, USERNAME } from '@gatehouse/names';
import type { ProxySettings } from './typed-settings';

type NetworkValues = Pick<
  ProxySettings,
  | 'networkEnabled'
  | 'networkInstanceName'
  | 'networkNamePrefix'
  | 'networkGroupName'
  | 'networkProvider'
  | 'defaultProvider'
  | 'defaultProviderAliases'
  | 'adminGroup'
  | 'anonymousUser'
  | 'usersGroup'
>;

/** Why network mode cannot be enabled. Reference: network-protocol#settings. */
export function networkProblems(settings: NetworkValues & { readonly adminUser?: string }): string[] {
  if (!settings.networkEnabled) return [];
  const { networkInstanceName, networkNamePrefix: prefix, networkGroupName, networkProvider } = settings;
  const problems: string[] = [];
  if (networkInstanceName === undefined) {
    problems.push('SVC_NETWORK_INSTANCE_NAME is missing: SVC_NETWORK_ENABLED requires it');
  } else if (!NODE_NAME.test(networkInstanceName) || networkInstanceName.length > 64) {
    problems.push(
      'SVC_NETWORK_INSTANCE_NAME must be lower-case letters and digits, joined by single - or _, at most 64',
    );
  }
  if (!USERNAME.test(`${prefix}a`) || prefix.length > 40) {
    problems.push('SVC_NETWORK_NAME_PREFIX must be the beginning of a user name, of at most 40 characters');
  }
  const reserved = [settings.adminGroup, settings.anonymousUser, settings.usersGroup, settings.adminUser];
  const isTaken = (name: string) => reserved.some((one) => one?.toLowerCase() === name.toLowerCase());
  if (isTaken(networkGroupName) || networkGroupName.startsWith(prefix)) {
    problems.push(
      'SVC_NETWORK_GROUP_NAME must differ from the other groups and not begin with SVC_NETWORK_NAME_PREFIX',
    );
  }
  if (reserved.some((name) => name?.startsWith(prefix))) {
    problems.push('SVC_NETWORK_NAME_PREFIX must not begin the name of another special user or group');
  }
  const internal = [settings.defaultProvider, ...settings.defaultProviderAliases];
  if (internal.some((name) => name.toLowerCase() === networkProvider.toLowerCase())) {
    problems.push('SVC_NETWORK_PROVIDER must differ from the internal provider');
  }
  return problems;
}
