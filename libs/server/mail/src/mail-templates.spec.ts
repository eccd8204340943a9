import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidSettings } from '@gatehouse/settings';
import { CATALOGUE, MAIL_TEMPLATES } from './catalogue';
import type { MailTemplate } from './mail';
import { createMailRenderer } from './mail-templates';
import { sampleMails } from './sample-mails';

const settings = {
  publicUrl: 'https://data.example.org',
  uiEnabled: true,
  smtpFrom: 'gate@example.org',
  smtpUser: 'Data portal',
} as Parameters<typeof createMailRenderer>[0];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'templates-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const builtInSource = (template: MailTemplate): string =>
  readFileSync(join(__dirname, 'templates', `${template}.hbs`), 'utf8');

function rendererWith(source: string | Buffer, template: MailTemplate = 'password_reset', file = 'own.hbs') {
  const path = join(folder, file);
  writeFileSync(path, source);
  return createMailRenderer({ ...settings, [CATALOGUE[template].setting]: path });
}

function problemOf(source: string | Buffer, template?: MailTemplate, file?: string): string {
  try {
    rendererWith(source, template, file);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems.join('\n');
    throw error;
  }
  return 'none';
}

const SHORT = `# Our own mail
=== subject
{{product}}: new password
=== subject fr
{{product}} : nouveau mot de passe
=== text
{{user.user_name}}: {{reset_url}} ({{duration expires_in}})
=== html
<p>{{user.user_name}}: <a href="{{reset_url}}">{{reset_url}}</a></p>
`;

describe('a custom template', () => {
  it('replaces the built-in one; a section without language is for all languages', () => {
    const renderer = rendererWith(SHORT);
    const [english, french] = sampleMails('password_reset').map((mail) =>
      renderer.render(mail, (id) => `https://data.example.org/tmp/${id}`),
    );
    expect(english).toEqual({
      subject: 'Gatehouse: new password',
      text: 'sample-user: https://data.example.org/tmp/reset_url (1 hour)\n',
      html: '<p>sample-user: <a href="https://data.example.org/tmp/reset_url">https://data.example.org/tmp/reset_url</a></p>\n',
    });
    expect(french).toMatchObject({
      subject: 'Gatehouse : nouveau mot de passe',
      text: expect.stringMatching(/\(1\sheure\)/),
    });
  });

  it.each(MAIL_TEMPLATES)('can be a copy of the built-in one: %s', (template) => {
    expect(problemOf(builtInSource(template), template)).toBe('none');
  });

  it.each(['\r\n', '\r'])('may have other line ends: %j', (lineEnd) => {
    expect(problemOf(`\uFEFF${SHORT.replaceAll('\n', lineEnd)}`)).toBe('none');
  });

  it.each<[string, (source: string) => string, string]>([
    [
      'an unknown variable',
      (source) => source.replace('{{user.user_name}}:', '{{user.name}} {{user.user_name}}:'),
      'has in section text (en) an unknown variable "user.name" (line 1 of the section)',
    ],
    [
      'an unknown variable in a condition',
      (source) => source.replace('<p>', '<p>{{#if admin}}!{{/if}}'),
      'has in section html (en) an unknown variable "admin"',
    ],
    [
      'a variable of another mail',
      (source) => source.replace('<p>', '<p>{{confirm_url}}'),
      'an unknown variable "confirm_url"',
    ],
    [
      'no link in the text',
      (source) => source.replace('{{reset_url}} (', '('),
      'must always show {{reset_url}} in the section text (en)',
    ],
    [
      'no link in HTML',
      (source) => source.replaceAll('{{reset_url}}<', '<').replace('href="{{reset_url}}"', ''),
      'must always show {{reset_url}} in the section html (en)',
    ],
    [
      'no link in one language',
      (source) => `${source}=== text fr\n{{user.user_name}}\n`,
      'must always show {{reset_url}} in the section text (fr)',
    ],
    [
      'an unescaped value',
      (source) => source.replace('<p>{{user.user_name}}', '<p>{{{user.user_name}}}'),
      'an unescaped value',
    ],
    [
      'an unescaped value by an ampersand',
      (source) => source.replace('<p>{{user.user_name}}', '<p>{{&user.user_name}}'),
      'an unescaped value',
    ],
    ['a loop', (source) => source.replace('<p>', '<p>{{#each user}}{{/each}}'), 'an unknown block "each"'],
    ['a helper', (source) => source.replace('<p>', '<p>{{log product}}'), 'an unknown helper "log"'],
    ['a partial', (source) => source.replace('<p>', '<p>{{> other}}'), 'an unknown partial "other"'],
    [
      'a computed partial',
      (source) => source.replace('<p>', '<p>{{> (lookup . "x")}}'),
      'an unknown partial',
    ],
    [
      'a partial of HTML in the text',
      (source) => source.replace('{{reset_url}} (', '{{reset_url}} {{> name}} ('),
      'an unknown partial "name"',
    ],
    [
      'a partial without its parameter',
      (source) => source.replace('<p>', '{{> button url=reset_url}}<p>'),
      'a partial "button" without label=',
    ],
    [
      'a partial with an unknown variable',
      (source) => source.replace('<p>', '{{> button url=x label="x"}}<p>'),
      'an unknown variable "x"',
    ],
    [
      'an inline partial',
      (source) => source.replace('<p>', '{{#*inline "x"}}{{/inline}}<p>'),
      'an inline partial',
    ],
    ['this', (source) => source.replace('<p>', '<p>{{this}}'), 'an unknown variable "this"'],
    ['a constructor', (source) => source.replace('<p>', '<p>{{constructor}}'), 'variable "constructor"'],
    ['private data', (source) => source.replace('<p>', '<p>{{@root}}'), 'an unknown variable "@root"'],
    ['a parent', (source) => source.replace('<p>', '<p>{{../product}}'), 'an unknown variable "../product"'],
    [
      'a syntax error',
      (source) => source.replace('{{reset_url}} (', '{{reset_url} ('),
      'has in section text (en) a syntax error',
    ],
    ['an empty subject', (source) => source.replace('{{product}}: new password', ''), 'has an empty subject'],
    [
      'no section html',
      (source) => source.slice(0, source.indexOf('=== html')),
      'has no section "=== html" (for all languages) or "=== html en"',
    ],
    ['a section twice', (source) => `${source}=== text\n`, 'has the section "=== text" twice'],
    ['an unknown section', (source) => `${source}=== body\n`, 'has an unknown section "=== body"'],
    ['an unknown language', (source) => `${source}=== text de\n`, 'has an unknown language "de"'],
    ['no section', () => 'Hello\n', 'must begin with a section'],
    ['nothing', () => '', 'has no section'],
  ])('with %s prevents the start', (_, change, problem) => {
    const source = change(SHORT);
    expect(source).not.toBe(SHORT);
    const message = problemOf(source);
    expect(message).toMatch(/^SVC_USER_PASSWORD_RESET_EMAIL_TEMPLATE: the file /);
    expect(message).toContain(problem);
  });

  it('must show a link for every value of a condition', () => {
    const source = builtInSource('registration_submission').replace(
      '{{confirm_url}}',
      '{{#if approval_required}}{{confirm_url}}{{/if}}',
    );
    expect(problemOf(source, 'registration_submission')).toContain(
      'must always show {{confirm_url}} in the section text (en)',
    );
  });

  it('of the reference is rejected with the name of its format', () => {
    expect(problemOf('From: ${email_sender}', 'registration_submission', 'email.mako')).toBe(
      'SVC_USER_REGISTRATION_SUBMISSION_EMAIL_TEMPLATE: the file is a Mako template; templates are written in Handlebars (docs/reference/mail.md)',
    );
  });

  it('that cannot be read, or is not UTF-8, prevents the start', () => {
    expect(problemOf(Buffer.from(`${SHORT}\xe9`, 'latin1'))).toContain('is not encoded in UTF-8');
    expect(() => createMailRenderer({ ...settings, newDeviceTemplate: join(folder, 'absent.hbs') })).toThrow(
      'SVC_USER_NEW_DEVICE_EMAIL_TEMPLATE: the file cannot be read (ENOENT)',
    );
  });

  it('is reported together with the other ones that cannot be used', () => {
    const path = join(folder, 'absent.hbs');
    const problems = () =>
      createMailRenderer({ ...settings, newDeviceTemplate: path, passwordResetTemplate: path });
    expect(problems).toThrow(InvalidSettings);
    expect(problems).toThrow(/PASSWORD_RESET_EMAIL_TEMPLATE.*\n.*NEW_DEVICE_EMAIL_TEMPLATE/);
  });
});
