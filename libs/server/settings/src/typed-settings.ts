import type { definitions } from './definitions';
import type { Setting } from './kinds';

type Definitions = typeof definitions;
/** The values of all definitions. */
export type DefinedValues = {
  -readonly [K in keyof Definitions]: Definitions[K] extends Setting<infer T> ? T : never;
};

/** All settings of a process, read once at start and never changed. URLs have no trailing slash; times are seconds. */
export type Settings = Readonly<
  Omit<DefinedValues, 'publicUrl' | 'proxyPublicUrl' | 'adminEmail' | 'cookieSecure'> & {
    publicUrl: string;
    proxyPublicUrl: string;
    adminEmail: string;
    cookieSecure: boolean;
  }
>;

/** What the API alone reads. */
export type ApiOnly = 'adminUser' | 'adminPassword' | 'adminEmail';

/** The settings of a process that has no use for the administrator's credentials, and so is not given them. */
export type ProxySettings = Omit<Settings, ApiOnly>;
