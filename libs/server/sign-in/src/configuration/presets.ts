/** Values of a definition by the names of its fields, as in a file. */
export type RawDefinition = Readonly<Record<string, unknown>>;

/** Presets of frequent providers; a definition with a preset adds what is missing and may replace the rest. */
export const PRESETS = {
  github: {
    display_name: 'GitHub',
    protocol: 'oauth2',
    authorization_url: 'https://github.com/login/oauth/authorize',
    token_url: 'https://github.com/login/oauth/access_token',
    identity_url: 'https://api.github.com/user',
    emails_url: 'https://api.github.com/user/emails',
    token_check: 'github',
    scopes: ['read:user', 'user:email'],
    fields: { subject: 'id', user_name: 'login', display_name: 'name' },
  },
  google: {
    display_name: 'Google',
    protocol: 'openid-connect',
    issuer: 'https://accounts.google.com',
    introspection_url: 'https://oauth2.googleapis.com/tokeninfo',
    token_check: 'tokeninfo',
    fields: { user_name: 'email' },
  },
  gitlab: {
    display_name: 'GitLab',
    protocol: 'openid-connect',
    issuer: 'https://gitlab.com',
    fields: { user_name: 'nickname' },
  },
  keycloak: { display_name: 'Keycloak', protocol: 'openid-connect' },
  orcid: {
    display_name: 'ORCID',
    protocol: 'openid-connect',
    issuer: 'https://orcid.org',
    scopes: ['openid'],
    fields: { user_name: 'sub', display_name: 'given_name family_name' },
  },
  egi: {
    display_name: 'EGI Check-in',
    protocol: 'openid-connect',
    issuer: 'https://aai.egi.eu/auth/realms/egi',
    scopes: ['openid', 'profile', 'email', 'eduperson_entitlement'],
  },
  wso2: {
    display_name: 'WSO2',
    protocol: 'oauth2',
    scopes: ['openid'],
    fields: { subject: 'sub', display_name: 'given_name family_name' },
  },
  openid: { display_name: 'OpenID', protocol: 'openid2' },
  dkrz: {
    display_name: 'DKRZ',
    protocol: 'openid2',
    identifier_url: 'https://esgf-data.dkrz.de/esgf-idp/openid/{username}',
  },
  ipsl: {
    display_name: 'IPSL',
    protocol: 'openid2',
    identifier_url: 'https://esgf-node.ipsl.upmc.fr/providers-idp/openid/{username}',
  },
  ceda: {
    display_name: 'CEDA',
    protocol: 'openid2',
    identifier_url: 'https://esgf-index1.ceda.ac.uk/openid/{username}',
  },
  llnl: {
    display_name: 'LLNL',
    protocol: 'openid2',
    identifier_url: 'https://esgf-node.llnl.gov/providers-idp/openid/{username}',
  },
  smhi: {
    display_name: 'SMHI',
    protocol: 'openid2',
    identifier_url: 'https://esg-dn1.nsc.liu.se/providers-idp/openid/{username}',
  },
} as const satisfies Record<string, RawDefinition>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];
