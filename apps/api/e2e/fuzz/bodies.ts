import fc from 'fast-check';
import type { Operation, Schema } from './operations';
import { CANARY, oddJson, oddText } from './odd-values';

/** Bytes with the media type that they are declared to have. */
export interface Body {
  readonly mediaType: string | undefined;
  readonly bytes: Buffer | undefined;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const BOUNDARY = 'the-boundary';

/** Existing names, so that generated bodies pass the checks of single fields. See `Platform`. */
const KNOWN: Readonly<Record<string, readonly unknown[]>> = {
  user_name: ['fuzz-target', 'fuzz-user', 'Fuzz-Target'],
  group_name: ['fuzz-group', 'users', 'administrators', 'anonymous'],
  service_name: ['fuzz-api', 'fuzz-thredds'],
  permission: ['read', 'write-deny-match', { name: 'read', access: 'deny', scope: 'match' }],
  permission_name: ['read', 'browse-match', { name: 'write' }],
  service_type: ['api', 'thredds', 'wms', 'geoserver'],
  resource_type: ['route', 'directory', 'file', 'layer'],
  email: ['someone@example.org', 'FUZZ-TARGET@example.org'],
};

const fresh = fc.stringMatching(/^[a-z]{6,10}$/).map((name) => `made-${name}`);

/** A body for an operation: mostly close to what it declares, with typical errors of clients. */
export function bodyFor(operation: Operation): fc.Arbitrary<Body> {
  const fields = fieldsFor(operation);
  const json = fields.map((value) => asJson(JSON.stringify(value)));
  return fc.oneof(
    { weight: 6, arbitrary: acceptable(operation).map((value) => asJson(JSON.stringify(value))) },
    { weight: 8, arbitrary: json },
    { weight: 2, arbitrary: fields.map(asForm) },
    { weight: 2, arbitrary: fields.map(asMultipart) },
    { weight: 2, arbitrary: fc.constantFrom(...BROKEN) },
    { weight: 1, arbitrary: oddJson.map((value) => asJson(JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.constant({ mediaType: undefined, bytes: undefined }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => asJson(Buffer.from(bytes))) },
    { weight: 1, arbitrary: nested(Object.keys(operation.bodyFields)) },
    { weight: 1, arbitrary: fc.tuple(fields, fields).map(([one, other]) => twice(one, other)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(json, fc.constantFrom(...WRONG_TYPES))
        .map(([{ bytes }, mediaType]) => ({ bytes, mediaType })),
    },
  );
}

const WRONG_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;charset="utf-8"',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  '',
  ';',
];

const asJson = (text: string | Buffer): Body => ({ mediaType: JSON_TYPE, bytes: Buffer.from(text) });

const BROKEN: readonly Body[] = [
  asJson(''),
  asJson('{'),
  asJson('{"a": 1}}'),
  asJson('{"a": 01}'),
  asJson("{'a': 1}"),
  asJson('[]'),
  asJson('null'),
  asJson('5'),
  asJson('"text"'),
  asJson('\ufeff{}'),
  asJson('{"__proto__": {"user_name": "polluted"}}'),
  asJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  asJson(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])),
  asJson('[1e999, -1e999]'),
  asJson('{"parent_id": 1e400, "resource_name": 1e400}'),
  asJson('['.repeat(20_000)),
  { mediaType: FORM_TYPE, bytes: Buffer.from('%ff=%zz&=&&user_name&a[b]=c&__proto__[x]=y') },
  { mediaType: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.from(`--${BOUNDARY}\r\nno end`) },
  {
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`--${BOUNDARY}\r\n: x\r\n\r\n\r\n--${BOUNDARY}\r\n: x\r\n\r\n\r\n--${BOUNDARY}--\r\n`),
  },
  {
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\nno end`,
    ),
  },
  {
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="user_name"; filename="x"\r\n\r\nfile\r\n--${BOUNDARY}--\r\n`,
    ),
  },
];

/** A body that is likely to be accepted: some requests must pass the checks of their fields. */
function acceptable(operation: Operation): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(operation.bodyFields).map(([name, schema]) => {
    const value = isSecret(name, schema) ? fc.constant(`${CANARY} long enough`) : goodValue(name, schema);
    return [name, value] as const;
  });
  return fc.record(Object.fromEntries(fields));
}

function fieldsFor(operation: Operation): fc.Arbitrary<Record<string, unknown>> {
  const declared = Object.entries(operation.bodyFields).map(([name, schema]) => {
    const good = goodValue(name, schema);
    const value = isSecret(name, schema)
      ? oddSecret
      : fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: oddFor(name, schema) });
    return [name, value] as const;
  });
  const record = fc.record(Object.fromEntries(declared), { requiredKeys: [] }) as fc.Arbitrary<
    Record<string, unknown>
  >;
  const complete = fc.record(Object.fromEntries(declared)) as fc.Arbitrary<Record<string, unknown>>;
  const unknown = fc.dictionary(
    fc.constantFrom('id', 'is_admin', '__proto__', 'constructor', 'user_id', 'a\0', ''),
    oddJson,
    { maxKeys: 2 },
  );
  return fc
    .tuple(
      fc.oneof(complete, record),
      fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: unknown }),
    )
    .map(([known, extra]) => ({ ...extra, ...known }));
}

function isSecret(name: string, schema: Schema): boolean {
  return schema.format === 'password' || /password|token(?!_name)|secret/.test(name);
}

/** Secrets of any shape; each carries the canary wherever it can contain text. */
const oddSecret: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    CANARY,
    `${CANARY} long enough`,
    [CANARY],
    { [CANARY]: CANARY },
    `${CANARY}\0`,
    `${CANARY}\ud800`,
    CANARY.repeat(300),
    null,
    true,
    12345678901234,
    '',
  ),
  oddText.map((text) => `${CANARY}${text}`),
);

function goodValue(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const known = KNOWN[name] ?? (schema.example === undefined ? [] : [schema.example]);
  const values = [...known, ...(schema.enum ?? [])];
  const listed = values.length > 0 ? fc.constantFrom(...values) : oddJson;
  if (name === 'email')
    return fc.oneof(
      listed,
      fresh.map((text) => `${text}@example.org`),
    );
  return schema.type === 'string' && /name$/.test(name) ? fc.oneof(listed, fresh) : listed;
}

/** Odd values of a declared field; structured fields keep their structure, with odd values inside. */
function oddFor(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const alternatives: fc.Arbitrary<unknown>[] = [oddJson, oddText];
  for (const option of [schema, ...(schema.oneOf ?? [])]) {
    if (option.properties) alternatives.push(structured(option));
    if (option.items) {
      alternatives.push(fc.array(fc.oneof(structured(option.items), oddJson), { maxLength: 4 }));
      alternatives.push(fc.array(structured(option.items), { minLength: 1, maxLength: 4 }));
    }
  }
  if (name.endsWith('_id')) alternatives.push(fc.integer({ min: -3, max: 40 }), fc.bigInt().map(String));
  return fc.oneof(...alternatives);
}

function structured(schema: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => [name, fc.oneof(goodValue(name, member), oddJson)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

function nested(names: readonly string[]): fc.Arbitrary<Body> {
  return fc
    .tuple(fc.constantFrom('a', ...names), fc.integer({ min: 1, max: 200 }), fc.boolean())
    .map(([name, depth, list]) => {
      const [open, close] = list ? ['[', ']'] : ['{"a":', '}'];
      return asJson(`{${JSON.stringify(name)}:${open.repeat(depth)}null${close.repeat(depth)}}`);
    });
}

/** An object with repeated members, which JSON allows and readers interpret differently. */
function twice(one: Record<string, unknown>, other: Record<string, unknown>): Body {
  const members = [...Object.entries(one), ...Object.entries(other)].flatMap(([name, value]) => {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return asJson(`{${members.join()}}`);
}

/** Lone surrogates cannot be written in UTF-8; the platform replaces them, as every client does. */
function asForm(fields: Record<string, unknown>): Body {
  return { mediaType: FORM_TYPE, bytes: Buffer.from(new URLSearchParams(texts(fields)).toString()) };
}

function asMultipart(fields: Record<string, unknown>): Body {
  const parts = texts(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  );
  return {
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
  };
}

/** Lists as repeated fields, which are equivalent to one list in JSON. */
function texts(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) && value.length > 0 ? value : [value]).map((one): [string, string] => [
      name,
      typeof one === 'string' ? one : (JSON.stringify(one) ?? ''),
    ]),
  );
}
