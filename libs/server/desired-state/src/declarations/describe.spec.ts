import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { configurationSchema } from './json-schema';
import { SECTION_NAMES } from './sections';

const FILE = 'docs/configuration.schema.json';
/** A block of YAML or JSON, also in a list. */
const BLOCK = /^( *)```(?:ya?ml|json)[^\n]*\n([^]*?)^ *```/gm;

/** Fragments of code in other blocks are no documents. */
function contentOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Whether all members of a sample are sections; replies of the API have others beside such names. */
function isConfiguration(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  const names = Object.keys(content);
  return names.length > 0 && names.every((name) => SECTION_NAMES.some((section) => section === name));
}

describe('the JSON Schema of configuration files', () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(configurationSchema());

  it('is generated from the declarations (npm run golden)', () => {
    const text = `${JSON.stringify(configurationSchema(), null, 2)}\n`;
    if (process.env['GOLDEN'] === 'write') writeFileSync(FILE, text);
    expect(existsSync(FILE) && readFileSync(FILE, 'utf8')).toBe(text);
  });

  it('accepts the samples of the documentation', () => {
    const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
    const samples = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(BLOCK)]
        .map(([, indent = '', text = '']) => ({ page, content: contentOf(text.replaceAll(indent, '')) }))
        .filter(({ content }) => isConfiguration(content)),
    );
    expect(new Set(samples.map(({ page }) => page))).toContain('docs/configuration-as-code.md');
    for (const { page, content } of samples)
      expect([page, content, validate(content), validate.errors]).toEqual([page, content, true, null]);
  });

  it.each([
    [{ providers: { a: { type: 'api' } } }, false],
    [{ providers: { a: { type: 'apis', url: 'http://a' } } }, false],
    [{ providers: { a: { type: 'api', url: 'http://a', urls: 1 } } }, false],
    [{ permissions: [{ service: 'a', permission: { name: 'read' }, user: 'x', action: null }] }, true],
    [{ permissions: [{ service: 'a' }] }, false],
    [{ premissions: [] }, false],
    [{ 'x-anchors': 5, users: null }, true],
    [{ $schema: './configuration.schema.json', users: null }, true],
  ])('says of %j that it is valid: %s', (content, isValid) => {
    expect(validate(content)).toBe(isValid);
  });
});
