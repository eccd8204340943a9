import { MAIL_TEMPLATES } from './catalogue';
import { MAIL_LOCALES, type Mail } from './mail';
import type { QueuedMail } from './mail-queue';
import { builtIn, checkTemplate, createMailRenderer } from './mail-templates';
import { checkRendered, sampleMails } from './sample-mails';

const settings = {
  publicUrl: 'https://data.example.org/gate',
  uiEnabled: true,
  smtpFrom: 'gate@example.org',
  smtpUser: 'Data & Co',
} as Parameters<typeof createMailRenderer>[0];
const renderer = createMailRenderer(settings);
const addressOf = (id: string): string => `https://data.example.org/gate/tmp/${id}`;

const queued = (mail: Partial<Mail>): QueuedMail =>
  ({
    template: 'registration_submission',
    to: 'jo@example.org',
    locale: 'en',
    user: { user_name: 'jo', email: 'jo@example.org' },
    variables: { approval_required: false, expires_in: 86_400 },
    links: { confirm_url: 'link-1' },
    queuedAt: '2026-11-22T08:09:10.123Z',
    ...mail,
  }) as QueuedMail;

describe('a rendered mail', () => {
  it('greets the user, shows the link and states how long it is valid', () => {
    const { subject, text, html } = renderer.render(queued({}), addressOf);
    expect(subject).toBe('Gatehouse: confirm your email address');
    expect(text).toContain('Hello jo,');
    expect(text).toContain('\nhttps://data.example.org/gate/tmp/link-1\n');
    expect(text).toContain('expires after 1 day.');
    expect(text).toContain('sign in at\nhttps://data.example.org/gate/ui/login\n');
    expect(text).toContain('Sent by Data & Co to jo@example.org on 2026-11-22 08:09:10 UTC.');
    expect(html).toContain('href="https://data.example.org/gate/tmp/link-1"');
    expect(html).toContain('Data &amp; Co');
  });

  it('states the next step, depending on a condition', () => {
    const variables = { approval_required: true, expires_in: 7_200 };
    const { text } = renderer.render(queued({ variables } as Partial<Mail>), addressOf);
    expect(text).toContain('An administrator then reviews your registration.');
    expect(text).toContain('expires after 2 hours.');
    expect(text).not.toContain('/ui/login');
    expect(text).not.toMatch(/\n{3}/);
  });

  it('links to the service instead of the console where that is switched off', () => {
    const { text } = createMailRenderer({ ...settings, uiEnabled: false }).render(queued({}), addressOf);
    expect(text).toContain('sign in at\nhttps://data.example.org/gate/\n');
  });

  const hostile = `<script>alert(1)</script> "'\`= {{user.email}} \u202e\0\x1b[31m`;

  it('escapes values in HTML, shows them unchanged in plain text, and never evaluates them', () => {
    const { subject, text, html } = renderer.render(
      queued({
        template: 'group_terms_submission',
        variables: { group_name: hostile, group_terms: `${hostile}\r\nsecond line`, expires_in: 60 },
      } as Partial<Mail>),
      addressOf,
    );
    const plain = `<script>alert(1)</script> "'\`= {{user.email}}`;
    expect(subject).toBe(`Gatehouse: accept the terms of the group ${plain} [31m`);
    expect(text).toContain(`${plain}    [31m\r\nsecond line\n`);
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#x27;&#x60;&#x3D; {{user.email}}');
    expect(html).toContain('[31m<br>second line');
    expect(subject + text + html).not.toMatch(/[\0\x1b\u202e]/);
  });

  it.each(['a\r\nBcc: all@example.org', 'a\nb', 'a\u2028b', 'a\vb', 'a\u0085b'])(
    'has a subject of one line when a value is %j',
    (group_name) => {
      const mail = queued({
        template: 'group_terms_approved',
        variables: { group_name },
        links: {},
      } as Partial<Mail>);
      const { subject } = renderer.render(mail, addressOf);
      expect(subject).toMatch(/^Gatehouse: you are now a member of the group a (b|Bcc: all@example.org)$/);
    },
  );

  it('fails when a variable is missing', () => {
    const without = (mail: object) => () => renderer.render(queued(mail as Partial<Mail>), addressOf);
    expect(without({ variables: { expires_in: 1 } })).toThrow('no variable "approval_required"');
    expect(without({ variables: { approval_required: true } })).toThrow('no variable "expires_in"');
    expect(without({ links: {} })).toThrow('no variable "confirm_url"');
  });

  it('does not reach anything through prototypes', () => {
    const mail = queued({ template: 'group_terms_approved', variables: {}, links: {} } as never);
    const poisoned = { ...mail, variables: Object.create({ group_name: 'inherited' }) } as QueuedMail;
    expect(() => renderer.render(poisoned, addressOf)).toThrow('group_name');
  });
});

describe.each(MAIL_TEMPLATES)('the built-in mail %s', (template) => {
  it('uses known variables only, and always shows what is required', () => {
    const source = builtIn(template);
    expect(() => checkTemplate(template, source)).not.toThrow();
    expect(() => checkRendered(template, source)).not.toThrow();
  });

  it('differs between the languages in every part, and names the product', () => {
    const [english, french] = MAIL_LOCALES.map((locale) =>
      renderer.render(
        sampleMails(template).find((mail) => mail.locale === locale)!,
        addressOf,
      ),
    );
    expect(english!.subject).toMatch(/^Gatehouse: /);
    expect(french!.subject).toMatch(/^Gatehouse\u00a0: /);
    expect(english!.text.split('\n')[0]).not.toBe(french!.text.split('\n')[0]);
    expect(english!.html).toContain('<html lang="en">');
    expect(french!.html).toContain('<html lang="fr">');
  });

  it('loads no external content and no scripts, and adapts to dark mode', () => {
    for (const mail of sampleMails(template)) {
      const { html } = renderer.render(mail, addressOf);
      expect(html).not.toMatch(
        /<(?:img|script|link|iframe|object|form|svg)\b|url\(|@import|@font-face|\son\w+=/i,
      );
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('@media (prefers-color-scheme:dark)');
      expect(html).not.toContain('{{');
    }
  });

  it('has lines of text of at most 78 characters, addresses and values aside', () => {
    for (const mail of sampleMails(template)) {
      const { text } = renderer.render(mail, addressOf);
      const long = text.split('\n').filter((line) => line.length > 78 && !/https?:/.test(line));
      expect(long).toEqual([]);
    }
  });
});
