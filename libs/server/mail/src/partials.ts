import type { MailLocale } from './mail';
import type { Part } from './template-source';

// Colours are those of the console (libs/ui/kit/src/styles/tokens.css), inline for mail programs that drop style sheets.
const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif";
const MUTED = 'color:#535b71';

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:#3b4cca}
.gh-card p{margin:0 0 18px}
@media (max-width:520px){
.gh-card{padding:28px 22px!important}
.gh-button,.gh-button tbody,.gh-button tr,.gh-button td,.gh-button a{display:block!important;text-align:center!important}
.gh-button{width:100%!important;margin-right:0!important}
.gh-detail td{display:block!important;width:auto!important;padding-right:0!important}
.gh-detail .gh-label{padding-bottom:0!important;border-bottom:0!important}
}
@media (prefers-color-scheme:dark){
.gh-page{background-color:#0e1017!important}
.gh-card{background-color:#171a24!important;border-color:#2d3342!important}
.gh-card,.gh-card h1,.gh-card p,.gh-card td,.gh-card strong,.gh-name,.gh-brand{color:#e8ebf4!important}
.gh-muted,.gh-card .gh-muted,.gh-card .gh-label{color:#a4acc1!important}
.gh-card .gh-quiet,.gh-page .gh-quiet{color:#a3aeff!important}
.gh-mark,.gh-primary{background-color:#a3aeff!important}
.gh-card .gh-primary a{color:#11152d!important}
.gh-secondary{background-color:#171a24!important;border-color:#7f889f!important}
.gh-card .gh-secondary a{color:#e8ebf4!important}
.gh-note{background-color:#20242f!important}
.gh-detail td{border-color:#2d3342!important}
}`.trim();

const FALLBACK: Readonly<Record<MailLocale, string>> = {
  en: 'If the button does not work, open this address in your browser:',
  fr: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur\u00a0:',
};

const FOOTER: Readonly<Record<MailLocale, (sender: string) => string>> = {
  en: (sender) => `Sent by ${sender} to {{email_recipient}} on {{email_datetime}} UTC.`,
  fr: (sender) => `Envoyé par ${sender} à {{email_recipient}} le {{email_datetime}} UTC.`,
};

/** Partials of each part in a language. `PARTIALS` lists their parameters. Reference: mail#custom-templates. */
export function partialsOf(part: Part, locale: MailLocale): Readonly<Record<string, string>> {
  if (part === 'subject') return {};
  if (part === 'text') {
    return { footer: `-- \n${FOOTER[locale]('{{email_user}}')}\n{{service_url}}` };
  }
  return {
    frame: frame(locale),
    button: button('gh-primary', 'background-color:#3b4cca', '#ffffff'),
    'secondary-button': button(
      'gh-secondary',
      'background-color:#ffffff;border:1px solid #7d859b',
      '#161a27',
    ),
    small: `<p class="gh-muted" style="font-size:14px;line-height:21px;${MUTED}">{{> @partial-block}}</p>`,
    link: '<a class="gh-quiet" href="{{url}}" style="color:#3b4cca">{{label}}</a>',
    fallback:
      `<p class="gh-muted" style="font-size:13px;line-height:20px;${MUTED}">${FALLBACK[locale]}<br>` +
      `<a class="gh-quiet" href="{{url}}" style="color:#3b4cca;word-break:break-all">{{url}}</a></p>`,
    details:
      '<table class="gh-detail" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;border-collapse:collapse">{{> @partial-block}}</table>',
    detail:
      `<tr><td class="gh-label" width="34%" valign="top" style="padding:9px 16px 9px 0;border-bottom:1px solid #dce0ea;font-size:14px;line-height:20px;${MUTED}">{{label}}</td>` +
      '<td valign="top" style="padding:9px 0;border-bottom:1px solid #dce0ea;font-size:15px;line-height:20px;color:#161a27;word-break:break-word">{{value}}</td></tr>',
    note:
      '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>' +
      '<td class="gh-note" style="padding:14px 18px;background-color:#eef0f7;border-radius:8px;font-size:14px;line-height:21px;color:#161a27">{{> @partial-block}}</td></tr></table>',
    // Mail programs do not turn text inside a link into another link, even if a name looks like an address.
    name: '<a class="gh-name" href="{{service_url}}" style="color:#161a27;text-decoration:none;font-weight:600">{{user.user_name}}</a>',
  };
}

function button(className: string, box: string, colour: string): string {
  return (
    '<table class="gh-button" role="presentation" cellpadding="0" cellspacing="0" border="0" style="display:inline-table;margin:0 10px 16px 0;border-collapse:separate"><tr>' +
    `<td class="${className}" style="${box};border-radius:8px">` +
    `<a href="{{url}}" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:22px;font-weight:600;color:${colour};text-decoration:none;border-radius:8px">{{label}}</a>` +
    '</td></tr></table>'
  );
}

function frame(locale: MailLocale): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>{{title}}</title>
<style>
${STYLE}
</style>
</head>
<body class="gh-page" style="margin:0;padding:0;background-color:#f5f6fa">
{{#if preview}}<div style="display:none;max-height:0;overflow:hidden">{{preview}}</div>{{/if}}
<table class="gh-page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f5f6fa;${FONT}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 18px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="16"><div class="gh-mark" style="width:16px;height:16px;border-radius:5px;background-color:#3b4cca;font-size:0;line-height:0">&nbsp;</div></td>
<td class="gh-brand" style="padding-left:10px;font-size:16px;line-height:22px;font-weight:650;letter-spacing:-.1px;color:#161a27">{{email_user}}</td>
</tr></table>
</td></tr>
<tr><td class="gh-card" role="main" style="padding:36px 40px 20px;background-color:#ffffff;border:1px solid #dce0ea;border-radius:14px;font-size:16px;line-height:25px;color:#161a27;overflow-wrap:anywhere;word-break:break-word">
<h1 style="margin:0 0 18px;font-size:24px;line-height:31px;font-weight:650;letter-spacing:-.3px;color:#161a27">{{title}}</h1>
{{> @partial-block}}
</td></tr>
<tr><td class="gh-muted" style="overflow-wrap:anywhere;word-break:break-word;padding:18px 4px 0;font-size:13px;line-height:20px;${MUTED}">
${FOOTER[locale]('<a class="gh-quiet" href="{{service_url}}" style="color:#3b4cca">{{email_user}}</a>')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}
