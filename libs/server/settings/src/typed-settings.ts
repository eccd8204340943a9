import type { definitions } from './definitions';
import type { Setting } from './kinds';
import type { mailSettings } from './mail-settings';
import type { networkKeySettings } from './network-settings';
import type { portalSettings } from './portal';
import type { registration } from './registration';
import type { synchronization } from './synchronization';

type Definitions = typeof definitions;
/** The values of all definitions. */
export type DefinedValues = {
  -readonly [K in keyof Definitions]: Definitions[K] extends Setting<infer T> ? T : never;
};

/** All settings of a process, read once at start and never changed. URLs have no trailing slash; times are seconds. */
export type Settings = Readonly<
  Omit<DefinedValues, 'publicUrl' | 'proxyPublicUrl' | 'adminEmail' | 'cookieSecure'> & {
    publicUrl: string;
    /** Whether `publicUrl` was configured; otherwise it is the default of a local start. */
    publicUrlIsSet: boolean;
    proxyPublicUrl: string;
    adminEmail: string;
    cookieSecure: boolean;
  }
>;

/** Settings that only the API reads. */
export type ApiOnly =
  | 'adminUser'
  | 'adminPassword'
  | 'adminEmail'
  | Exclude<keyof typeof mailSettings, 'smtpHost'>
  | keyof typeof networkKeySettings
  | keyof typeof portalSettings
  | keyof typeof registration
  | keyof typeof synchronization;

/** The settings of a process that needs neither the administrator's credentials nor those of the mail server. */
export type ProxySettings = Omit<Settings, ApiOnly>;
