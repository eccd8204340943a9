import type { Parameters, ParameterValue } from './actions';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const PLACEHOLDER = /\{\{([^{}\s]+)\}\}/g;
const WHOLE = /^\{\{([^{}\s]+)\}\}$/;
const QUOTED = /^(['"])\{\{([^{}\s]+)\}\}\1$/;

/**
 * Replaces placeholders (`{{user.id}}`) in texts, list items, and values and names of objects. A text that is exactly one
 * placeholder becomes the value with its type; in quotation marks it becomes the text of a value that is not a text. A
 * placeholder without a value is unchanged, and values are not searched for placeholders. Reference: webhooks#templates.
 */
export function render(template: Json, parameters: Parameters): Json {
  if (typeof template === 'string') return renderText(template, parameters);
  if (template === null || typeof template !== 'object') return template;
  if (isList(template)) return template.map((item) => render(item, parameters));
  const members = Object.entries(template).map(([name, value]): [string, Json] => [
    substitute(name, parameters),
    render(value, parameters),
  ]);
  return Object.fromEntries(members);
}

function renderText(text: string, parameters: Parameters): ParameterValue {
  const whole = valueOf(WHOLE.exec(text)?.[1], parameters);
  if (whole !== undefined) return whole;
  const quoted = valueOf(QUOTED.exec(text)?.[2], parameters);
  if (quoted !== undefined && typeof quoted !== 'string') return String(quoted);
  return substitute(text, parameters);
}

function substitute(text: string, parameters: Parameters): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = valueOf(name, parameters);
    return value === undefined ? placeholder : String(value);
  });
}

function valueOf(name: string | undefined, parameters: Parameters): ParameterValue | undefined {
  return name !== undefined && Object.hasOwn(parameters, name) ? parameters[name] : undefined;
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
