// Project rules for the description of the interface, in addition to those of the linter: what generators of clients in
// several languages need.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations whose body is described as a form as well: a page may send it. */
const WITH_FORM = ['post /signin'];

/**
 * What dialects of regular expressions interpret differently or do not support: in a pattern, in the rest without its
 * escapes and classes, and in its classes.
 *
 * @type {readonly { what: RegExp, of: 'pattern' | 'rest' | 'classes', why: string }[]}
 */
const NOT_PORTABLE = [
  {
    what: /\\[dDwWsSbBpPkuzAZGQE]/,
    of: 'pattern',
    why: 'classes or assertions that dialects read differently',
  },
  { what: /\\[1-9]/, of: 'pattern', why: 'references to groups' },
  { what: /\(\?(?!:)/, of: 'rest', why: 'groups that are not plain' },
  { what: /[*+?}]\+/, of: 'rest', why: 'possessive quantifiers' },
  { what: /\[[^\]]*(?:\[|&&|--|\|\||~~)/, of: 'classes', why: 'classes that some dialects read as sets' },
];

/** @typedef {{ [key: string]: any }} Json */

/**
 * The violations of the rules, each with its location.
 *
 * @param {Json} description
 * @returns {string[]}
 */
export function complaintsAbout(description) {
  return [
    ...operationsOf(description).flatMap(([name, operation]) => [
      ...complaintsAboutBody(name, operation),
      ...complaintsAboutReplies(name, operation),
      ...complaintsAboutPath(name, operation, description),
    ]),
    ...anonymousSchemas(description),
    ...patternsOf(description).flatMap(complaintsAboutPattern),
  ];
}

/**
 * Every pattern of a description, once.
 *
 * @param {Json} description
 * @returns {string[]}
 */
export function patternsOf(description) {
  const found = new Set();
  visit(description, '#', ({ pattern }) => {
    if (typeof pattern === 'string') found.add(pattern);
  });
  return [...found].sort();
}

/**
 * @param {Json} description
 * @returns {[string, Json][]}
 */
function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map(
      (method) => /** @type {[string, Json]} */ ([`${method} ${path}`, item[method]]),
    ),
  );
}

/**
 * @param {string} name
 * @param {Json} operation
 */
function complaintsAboutBody(name, { requestBody }) {
  const expected = [
    'application/json',
    ...(WITH_FORM.includes(name) ? ['application/x-www-form-urlencoded'] : []),
  ];
  const types = Object.keys(requestBody?.content ?? {});
  if (!requestBody || types.join() === expected.join()) return [];
  return [`${name}: the body is described as ${types.join(', ')} instead of ${expected.join(', ')}`];
}

/**
 * @param {string} name
 * @param {Json} operation
 */
function complaintsAboutReplies(name, { responses }) {
  return Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const schema = content['application/json']?.schema;
    return schema && !schema.$ref ? [`${name}: the reply ${status} has no named schema`] : [];
  });
}

/**
 * @param {string} name
 * @param {Json} operation
 * @param {Json} description
 */
function complaintsAboutPath(name, { parameters = [] }, { components }) {
  return parameters
    .filter((/** @type {Json} */ parameter) => parameter.in === 'path')
    .flatMap((/** @type {Json} */ parameter) => {
      const { $ref = '', ...written } = parameter.schema ?? {};
      const schema = $ref ? components.schemas[$ref.split('/').at(-1)] : written;
      const isBounded =
        schema.type === 'integer'
          ? schema.minimum !== undefined && schema.maximum !== undefined
          : schema.pattern !== undefined || schema.enum !== undefined;
      return [
        ...(isBounded ? [] : [`${name}: ${parameter.name} has no pattern, list of values or range`]),
        ...(parameter.example === undefined ? [`${name}: ${parameter.name} has no example`] : []),
      ];
    });
}

/**
 * Objects and lists of values outside the named schemas: generators name them after their location.
 *
 * @param {Json} description
 */
function anonymousSchemas(description) {
  /** @type {string[]} */
  const found = [];
  visit(description, '#', (schema, location) => {
    if (/^#\/components\/schemas\/[^/]+$/.test(location)) return;
    const isShape = schema['type'] === 'object' || Array.isArray(schema['enum']) || schema['properties'];
    // Generators create no type for the value of a response header.
    if (/\/headers\/[^/]+\/schema$/.test(location)) return;
    if (isShape && !schema['in']) found.push(`${location}: a shape without a name`);
  });
  return found;
}

/** @param {string} pattern */
function complaintsAboutPattern(pattern) {
  const plain = pattern.replaceAll(/\\./gs, '');
  const texts = {
    pattern,
    rest: plain.replaceAll(/\[[^\]]*\]/g, ''),
    classes: (plain.match(/\[[^\]]*\]/g) ?? []).join(''),
  };
  const wrong = NOT_PORTABLE.filter(({ what, of }) => what.test(texts[of])).map(({ why }) => why);
  if (!/^\^.*\$$/s.test(pattern)) wrong.push('no anchors');
  try {
    new RegExp(pattern, 'u');
  } catch {
    wrong.push('not a regular expression of ECMAScript');
  }
  return wrong.map((why) => `the pattern ${pattern}: ${why}`);
}

/**
 * Calls `look` with every object that is not an example, and its location.
 *
 * @param {unknown} value
 * @param {string} location
 * @param {(value: Json, location: string) => void} look
 */
function visit(value, location, look) {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) look(value, location);
  for (const [key, member] of Object.entries(value)) {
    const isExample = key === 'example' || key === 'examples';
    // A property may have that name itself.
    if (!isExample || location.endsWith('/properties')) visit(member, `${location}/${key}`, look);
  }
}
