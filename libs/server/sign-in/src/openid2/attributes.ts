const AX = 'http://openid.net/srv/ax/1.0';
const SREG = 'http://openid.net/extensions/sreg/1.1';
/** Most values of one attribute. */
const MAX_VALUES = 100;

/** Types of Attribute Exchange by claim, the preferred one first: of axschema.org, and of ESGF providers. */
const TYPES = {
  email: [
    'http://axschema.org/contact/email',
    'http://openid.net/schema/contact/internet/email',
    'http://schema.openid.net/contact/email',
  ],
  name: ['http://axschema.org/namePerson', 'http://openid.net/schema/namePerson'],
  given_name: ['http://axschema.org/namePerson/first', 'http://openid.net/schema/namePerson/first'],
  family_name: ['http://axschema.org/namePerson/last', 'http://openid.net/schema/namePerson/last'],
  nickname: ['http://axschema.org/namePerson/friendly', 'http://openid.net/schema/namePerson/friendly'],
} as const;

type Fields = ReadonlyMap<string, string>;
type Claims = Record<string, unknown>;

/** Types of attributes that are requested: the known ones, and names of claims that are URIs. */
export function requestedTypes(names: readonly string[]): readonly string[] {
  return [
    ...new Set([...Object.values(TYPES).flat(), ...names.filter((name) => /^[a-z]+:\S+$/i.test(name))]),
  ];
}

/** Parameters that request attributes by Attribute Exchange 1.0 and Simple Registration 1.1. */
export function attributeRequest(types: readonly string[]): Readonly<Record<string, string>> {
  const aliases = types.map((type, index) => [`a${index}`, type] as const);
  return {
    'openid.ns.sreg': SREG,
    'openid.sreg.optional': 'nickname,email,fullname',
    'openid.ns.ax': AX,
    'openid.ax.mode': 'fetch_request',
    'openid.ax.if_available': aliases.map(([alias]) => alias).join(','),
    ...Object.fromEntries(aliases.map(([alias, type]) => [`openid.ax.type.${alias}`, type])),
  };
}

/** The claims in the signed fields of an assertion: by name, and by the URI of each requested type. */
export function claimsOf(fields: Fields, types: readonly string[]): Claims {
  const exchanged = exchangedIn(fields, types);
  const registered = registeredIn(fields);
  const first = (claim: keyof typeof TYPES): unknown =>
    TYPES[claim].map((type) => exchanged.get(type)?.[0]).find((value) => value !== undefined) ??
    registered[claim];
  const names = [first('given_name'), first('family_name')].filter((name) => name !== undefined);
  return {
    ...Object.fromEntries(
      [...exchanged].map(([type, values]) => [type, values.length === 1 ? values[0] : values]),
    ),
    email: first('email'),
    nickname: first('nickname'),
    given_name: first('given_name'),
    family_name: first('family_name'),
    name: first('name') ?? (names.length > 0 ? names.join(' ') : undefined),
  };
}

/** Values by type. Source: OpenID Attribute Exchange 1.0, 5.2. */
function exchangedIn(fields: Fields, types: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const alias = aliasOf(fields, AX);
  const found = new Map<string, readonly string[]>();
  if (alias === undefined || fields.get(`${alias}.mode`) !== 'fetch_response') return found;
  const prefix = `${alias}.type.`;
  for (const [name, type] of fields) {
    if (!name.startsWith(prefix) || !types.includes(type) || found.has(type)) continue;
    const values = valuesOf(fields, alias, name.slice(prefix.length));
    if (values.length > 0) found.set(type, values);
  }
  return found;
}

function valuesOf(fields: Fields, alias: string, attribute: string): string[] {
  const count = fields.get(`${alias}.count.${attribute}`);
  const names =
    count === undefined
      ? [`${alias}.value.${attribute}`]
      : Array.from(
          { length: Math.min(/^\d{1,4}$/.test(count) ? Number(count) : 0, MAX_VALUES) },
          (_, index) => `${alias}.value.${attribute}.${index + 1}`,
        );
  return names
    .map((name) => fields.get(name))
    .filter((value) => value !== undefined && value !== '') as string[];
}

/** Source: OpenID Simple Registration Extension 1.1, 4. */
function registeredIn(fields: Fields): Partial<Record<keyof typeof TYPES, string>> {
  const alias = aliasOf(fields, SREG);
  if (alias === undefined) return {};
  const value = (name: string): string | undefined => fields.get(`${alias}.${name}`) || undefined;
  const [email, nickname, name] = [value('email'), value('nickname'), value('fullname')];
  return {
    ...(email === undefined ? {} : { email }),
    ...(nickname === undefined ? {} : { nickname }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Which prefix the fields of an extension have. */
function aliasOf(fields: Fields, namespace: string): string | undefined {
  const found = [...fields].find(([name, value]) => name.startsWith('ns.') && value === namespace);
  return found?.[0].slice('ns.'.length);
}
