import { type Template, type TemplateValues, renderTemplate } from '@gatehouse/proxy-options';
import { HookFailed } from './hook-failed';

/** Maximum number of segments of a path in a hook; no tree is deeper. */
const MAX_SEGMENTS = 64;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** Fails if a value is missing or cannot be part of a text. */
export function renderText(template: Template, values: TemplateValues): string {
  const text = renderTemplate(template, values);
  if (text === undefined) throw new HookFailed('a value of a template is missing or not usable');
  return text;
}

export function renderHeader(template: Template, values: TemplateValues): string {
  const text = renderText(template, values);
  if (!HEADER_VALUE.test(text)) throw new HookFailed('the value of a header is not printable ASCII');
  return text;
}

/**
 * The segments of a path to a resource. Slashes come from the hook itself and from values that were parsed as paths; other
 * values are one segment.
 */
export function renderPath(template: Template, values: TemplateValues): readonly string[] {
  const text = renderTemplate(template, values, (source) => source === 'path');
  if (text === undefined) throw new HookFailed('a value of a path is missing or not usable');
  return segmentsOf(text) ?? fail();
}

/** The path under which an item of a list is requested; undefined for one that cannot be requested. */
export function renderItemPath(template: Template, values: TemplateValues): readonly string[] | undefined {
  return segmentsOf(renderText(template, values));
}

function segmentsOf(path: string): readonly string[] | undefined {
  if (path === '') return [];
  const [before, ...segments] = path.split('/');
  const isUsable = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return before === '' && isUsable && segments.length <= MAX_SEGMENTS ? segments : undefined;
}

function fail(): never {
  throw new HookFailed('a path is malformed or too deep');
}
