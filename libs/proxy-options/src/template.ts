/** Where a template takes values from. */
export const TEMPLATE_SOURCES = ['path', 'query', 'body', 'item', 'caller'] as const;

export type TemplateSource = (typeof TEMPLATE_SOURCES)[number];

/** A value that a template asks for: `${body.job.id}` is the member `id` of `job` in the body. */
export interface Reference {
  readonly source: TemplateSource;
  readonly steps: readonly string[];
}

/** A text with places for values. */
export interface Template {
  readonly pieces: readonly (string | Reference)[];
}

/** The values that templates can ask for, by source. */
export type TemplateValues = Readonly<Partial<Record<TemplateSource, unknown>>>;

/** Most characters of a rendered template. */
const MOST_RENDERED = 2_048;
const PLACE = /\$\{([^{}]*)\}/g;
const STEP = /^[^.${}\0]+$/;

/** Reads a template; undefined when a place in it is none. */
export function readTemplate(text: string): Template | undefined {
  const pieces: (string | Reference)[] = [];
  let end = 0;
  for (const place of text.matchAll(PLACE)) {
    const reference = readReference(place[1] ?? '');
    if (!reference) return undefined;
    pieces.push(text.slice(end, place.index), reference);
    end = place.index + place[0].length;
  }
  pieces.push(text.slice(end));
  const literals = pieces.filter((piece) => typeof piece === 'string');
  if (literals.some((literal) => literal.includes('${'))) return undefined;
  return { pieces: pieces.filter((piece) => piece !== '') };
}

function readReference(text: string): Reference | undefined {
  const [first, ...steps] = text.split('.');
  const source = TEMPLATE_SOURCES.find((name) => name === first);
  if (!source || steps.length === 0 || !steps.every((step) => STEP.test(step))) return undefined;
  return { source, steps };
}

/** The values that a template asks for. */
export function referencesOf({ pieces }: Template): readonly Reference[] {
  return pieces.filter((piece) => typeof piece !== 'string');
}

/** Whether a value from this source may stand for several segments of a path. */
export type SlashRule = (source: TemplateSource) => boolean;

/**
 * The text with its values; undefined when a value is missing, is neither a text nor a whole number that JSON carries
 * exactly, or holds a slash without leave.
 */
export function renderTemplate(
  { pieces }: Template,
  values: TemplateValues,
  maySlash: SlashRule = () => true,
): string | undefined {
  let text = '';
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? piece : textOf(piece, values);
    if (value === undefined) return undefined;
    if (typeof piece !== 'string' && value.includes('/') && !maySlash(piece.source)) return undefined;
    text += value;
  }
  // Half of a character can be sent nowhere and stored nowhere.
  return text.length <= MOST_RENDERED && !/\p{Surrogate}/u.test(text) ? text : undefined;
}

function textOf({ source, steps }: Reference, values: TemplateValues): string | undefined {
  const value = valueAt(values[source], steps);
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** What stands at a place in JSON; undefined when nothing does. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    // Lists have a length, which is no value of theirs in JSON.
    if (Array.isArray(found) && !/^\d+$/.test(step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}
