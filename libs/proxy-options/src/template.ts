/** Sources of the values of a template. */
const TEMPLATE_SOURCES = ['path', 'query', 'body', 'item', 'caller'] as const;

export type TemplateSource = (typeof TEMPLATE_SOURCES)[number];

/** A value that a template refers to: `${body.job.id}` is the member `id` of `job` in the body, `${item}` an item that is a text. */
export interface Reference {
  readonly source: TemplateSource;
  readonly steps: readonly string[];
  /** What is used where there is no such value: `${item.id|item}`. */
  readonly otherwise?: Reference;
}

/** A text with placeholders. */
export interface Template {
  readonly pieces: readonly (string | Reference)[];
}

/** The values available to templates, by source. */
export type TemplateValues = Readonly<Partial<Record<TemplateSource, unknown>>>;

/** Maximum length of a rendered template, in characters. */
const MAX_RENDERED = 2_048;
const PLACEHOLDER = /\$\{([^{}]*)\}/g;
const STEP = /^[^.${}\0]+$/;

/** Parses a template; undefined if a placeholder is invalid. */
export function readTemplate(text: string): Template | undefined {
  const pieces: (string | Reference)[] = [];
  let end = 0;
  for (const placeholder of text.matchAll(PLACEHOLDER)) {
    const reference = readReference(placeholder[1] ?? '');
    if (!reference) return undefined;
    pieces.push(text.slice(end, placeholder.index), reference);
    end = placeholder.index + placeholder[0].length;
  }
  pieces.push(text.slice(end));
  const literals = pieces.filter((piece) => typeof piece === 'string');
  if (literals.some((literal) => literal.includes('${'))) return undefined;
  return { pieces: pieces.filter((piece) => piece !== '') };
}

function readReference(text: string): Reference | undefined {
  const references = text.split('|').map(readSingle);
  // A member may have such a character in its name.
  if (references.some((reference) => reference === undefined)) return readSingle(text);
  return references.reduceRight(
    (otherwise, reference) => reference && { ...reference, ...(otherwise && { otherwise }) },
  );
}

function readSingle(text: string): Reference | undefined {
  const [first, ...steps] = text.split('.');
  const source = TEMPLATE_SOURCES.find((name) => name === first);
  // Other sources are objects, which are no texts.
  if (!source || (steps.length === 0 && source !== 'item') || !steps.every((step) => STEP.test(step)))
    return undefined;
  return { source, steps };
}

/** The values that a template refers to. */
export function referencesOf({ pieces }: Template): readonly Reference[] {
  return pieces.flatMap((piece) => (typeof piece === 'string' ? [] : chainOf(piece)));
}

function chainOf(reference: Reference): readonly Reference[] {
  const { otherwise } = reference;
  return otherwise ? [reference, ...chainOf(otherwise)] : [reference];
}

/** Whether a value from this source can span several path segments. */
export type SlashRule = (source: TemplateSource) => boolean;

/**
 * Renders the template; undefined if a value is missing, is neither a string nor an integer that JSON represents exactly, or
 * contains a slash where none is allowed.
 */
export function renderTemplate(
  { pieces }: Template,
  values: TemplateValues,
  maySlash: SlashRule = () => true,
): string | undefined {
  let text = '';
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? piece : textOf(piece, values, maySlash);
    if (value === undefined) return undefined;
    text += value;
  }
  // An unpaired surrogate can be neither sent nor stored.
  return text.length <= MAX_RENDERED && !/\p{Surrogate}/u.test(text) ? text : undefined;
}

function textOf(reference: Reference, values: TemplateValues, maySlash: SlashRule): string | undefined {
  for (const { source, steps } of chainOf(reference)) {
    const value = valueAt(values[source], steps);
    const isText = typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
    if (!isText) continue;
    const text = String(value);
    return text.includes('/') && !maySlash(source) ? undefined : text;
  }
  return undefined;
}

/** The value at a path in JSON; undefined if there is none. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    // The length of a list is not a JSON value.
    if (Array.isArray(found) && !/^\d+$/.test(step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}
