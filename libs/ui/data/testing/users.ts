import type { ConsoleSettingsDto, SessionDto, UserDto } from '@gatehouse/dto';

/** A user as returned by the API, with the given fields. */
export function aUser(of: Partial<UserDto> = {}): UserDto {
  const user_name = of.user_name ?? 'alice';
  return {
    user_name,
    email: `${user_name}@example.org`,
    status: 'OK',
    kind: 'person',
    group_names: ['anonymous', 'users'],
    has_pending_group: false,
    locale: 'en',
    user_id: 4,
    ...of,
  };
}

export const anAdministrator = (): UserDto => aUser({ user_name: 'admin', group_names: ['administrators'] });

export const signedIn = (user: UserDto): SessionDto => ({ authenticated: true, user });

/** The settings of a deployment with its own names of special users and groups. */
export function someSettings(of: Partial<ConsoleSettingsDto> = {}): ConsoleSettingsDto {
  return {
    version: '6.0.0',
    password_min_length: 12,
    registration_enabled: false,
    registration_approval_enabled: false,
    password_reset_enabled: false,
    cookie_secure: true,
    token_max_age: 31_536_000,
    token_default_age: 7_776_000,
    read_only: false,
    network_enabled: false,
    logged_user: 'current',
    admin_group: 'administrators',
    anonymous_user: 'anonymous',
    identity_providers: [],
    proxy_public_url: 'https://gate.example/ows/proxy',
    providers: { internal: ['gatehouse'], external: [] },
    ...of,
  };
}
