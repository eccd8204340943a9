import { audit } from './catalogue/audit';
import { bodies } from './catalogue/bodies';
import { configuration } from './catalogue/configuration';
import { groups } from './catalogue/groups';
import { links } from './catalogue/links';
import { network } from './catalogue/network';
import { notifications } from './catalogue/notifications';
import { permissions } from './catalogue/permissions';
import { providers } from './catalogue/providers';
import { proxy } from './catalogue/proxy';
import { registration } from './catalogue/registration';
import { requests } from './catalogue/requests';
import { resources } from './catalogue/resources';
import { services } from './catalogue/services';
import { sessions } from './catalogue/sessions';
import { tokens } from './catalogue/tokens';
import { users } from './catalogue/users';
import { values } from './catalogue/values';
import { webhooks } from './catalogue/webhooks';
import type { Entry, PlaceholderIn } from './entry';

/** The chapters of `docs/errors.md`, in its order. */
export const CHAPTERS = {
  Requests: requests,
  'Request bodies': bodies,
  'Field values': values,
  'Sessions and identity providers': { ...sessions, ...providers },
  'API tokens': tokens,
  Users: users,
  Registration: registration,
  'One-time links': links,
  Groups: groups,
  Services: services,
  Resources: resources,
  Permissions: permissions,
  'Audit and change log': audit,
  Notifications: notifications,
  Webhooks: webhooks,
  Configuration: configuration,
  Network: network,
  Proxy: proxy,
} as const;

const ENTRIES = {
  ...requests,
  ...bodies,
  ...values,
  ...sessions,
  ...providers,
  ...tokens,
  ...users,
  ...registration,
  ...links,
  ...groups,
  ...services,
  ...resources,
  ...permissions,
  ...audit,
  ...notifications,
  ...webhooks,
  ...configuration,
  ...network,
  ...proxy,
} as const;

/** Stable name of an error, the `error_code` of replies. */
export type ErrorCode = keyof typeof ENTRIES;

/** All errors. */
export const CATALOGUE: Readonly<Record<ErrorCode, Entry>> = ENTRIES;

/** The placeholders of the text of an error. */
export type PlaceholderOf<Code extends ErrorCode> = Code extends ErrorCode
  ? PlaceholderIn<(typeof ENTRIES)[Code]['detail']['en']>
  : never;

type Texts<Code extends ErrorCode> = (typeof ENTRIES)[Code]['detail'];

/**
 * Codes whose texts have different placeholders in different languages, or are not literals, whose placeholders the compiler
 * cannot see. There must be none.
 */
export type UnevenCode = {
  [Code in ErrorCode]: string extends Texts<Code>['en' | 'fr']
    ? Code
    : [PlaceholderOf<Code>, PlaceholderIn<Texts<Code>['fr']>] extends [
          PlaceholderIn<Texts<Code>['fr']>,
          PlaceholderOf<Code>,
        ]
      ? never
      : Code;
}[ErrorCode];

/** The statuses with which an error can be returned. */
export function statusesOfCode(code: ErrorCode): readonly number[] {
  const { status, otherStatuses = [] } = CATALOGUE[code];
  return [status, ...otherStatuses];
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(CATALOGUE, text);
}
