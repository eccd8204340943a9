import { FEATURES, PLACES, type Place } from './features';
import { DEPLOYMENTS, type Deployment, EFFECTS, type Effect } from './attempt';
import { ATTEMPTS } from './matrix';

const INTRODUCTION = `# Isolation of services

This page is generated from \`apps/system-e2e/src/isolation\` (\`npm run golden\`). The tests in \`apps/system-e2e/isolation\` run every
row of its tables in Chromium.

A service at \`https://data.example.org/ows/proxy/maps\` delivers an HTML page with a script. Its administrator wrote the script, or an
attacker who can upload files to the service. An administrator of Gatehouse opens the page. If the API is at
\`https://data.example.org/gatehouse\`, the script has the same origin as the console. Without further measures it could create users, read
accounts and replace the console, because the browser adds the session cookie to its requests, and the server cannot distinguish them
from those of the console. If the API is at \`https://gate.example.org\`, browsers do not let the script read its replies, and
the API refuses its writes.

An origin consists of scheme, host name and port. It is the only boundary that browsers draw between two pages. Paths are none.

## Choosing a deployment

| Deployment | API and services, for example | Suitable for |
| --- | --- | --- |
`;

const SUITABLE: Readonly<Record<Deployment, string>> = {
  'two-ports': 'all services, without another host name; the default of `npm start`',
  'two-names': 'all services; **recommended** for production',
  'one-origin':
    'services for programs, and pages that consist of links; pages of public services may have images and style sheets',
  'trusted-pages': 'a service whose pages and users\u2019 uploads are trusted as much as Gatehouse itself',
};

const CHOICE = `
**Two host names.** Set \`SVC_URL=https://gate.example.org\`, \`SVC_PROXY_PUBLIC_URL=https://data.example.org/ows/proxy\` and
\`SVC_COOKIE_DOMAIN=example.org\`, so that the proxy receives the session cookie. All hosts below this domain receive it too, and can
set cookies beside it: choose a domain whose hosts you operate. The front end may forward both names to both processes: the API answers
421 at the address of the services.

**Two ports.** Set \`SVC_URL=https://data.example.org\` and \`SVC_PROXY_PUBLIC_URL=https://data.example.org:8443/ows/proxy\`. Cookies do
not depend on ports, so that \`SVC_COOKIE_DOMAIN\` is not needed.

**One origin.** If there can be only one origin, the proxy sends pages of services with a policy (\`Content-Security-Policy: sandbox …\`)
that gives each of them an origin of its own. Images, data files and other inert types are not affected. The
pages lose much of what they need, as the [second table](#what-pages-of-services-can-do) shows.

**Trusted pages.** The option \`{"pages": "trusted"}\` of a service removes this policy. Its pages can do everything that the user can do in
Gatehouse. Set it only for services whose administrators may be administrators of Gatehouse, and in which users cannot store pages.

### Services with a web interface

What their pages use is taken from their documentation; they were not run for this page. The tables show what was tested.

| Service | Its pages use | On two origins | On one origin |
| --- | --- | --- | --- |
| THREDDS catalogs | links, style sheets, images, downloads; viewers use \`fetch\` | work | links and downloads work. If the service is public, also images and style sheets. Viewers such as Godiva do not work |
| OGC services, OPeNDAP, for programs | no pages | work | work |
| GeoServer\u2019s web application | a session cookie, forms, \`XMLHttpRequest\` | works | needs \`pages: trusted\` |
| GeoServer\u2019s layer preview | scripts, \`XMLHttpRequest\` | works | needs \`pages: trusted\` |
| JupyterHub and Jupyter | cookies, WebSockets, \`fetch\`, storage, forms; notebooks contain scripts of their authors | works; scripts of notebooks can read replies of other services | do not publish it: \`pages: trusted\` would give notebooks the rights of their readers |
| STAC browser | scripts, modules, \`fetch\`, storage | works | needs \`pages: trusted\`, or a host name of its own |

The services share one origin among themselves, also on two origins: their pages can read each other\u2019s replies and cookies. A
service whose users store pages or scripts, such as Jupyter, should be published at another origin than the others.
`;

const ATTACKS = `
## What hostile pages can do

An administrator who is signed in opens the page. Each cell lists all effects that the attempt has, as a separate administrator, the
browser and the server of the attacker find them afterwards; "–" is none.

`;

const REMARKS = `
- **Replies of other services** can be read wherever services share an origin that is not restricted.
- **Cookies** are not part of an origin: pages of another port or of a sibling host can set some. Cookies of several users identify
  nobody: the user appears as signed out, but never as the attacker. A sign-in ends all sessions whose cookies its request has; cookies
  for other paths remain, and the user has to delete the cookies of the site. A page that makes the browser forget the
  session cookie can replace it: the user then works as the attacker, without the rights of their own account. Neither the API
  nor the proxy can detect this; the console shows who is signed in.
- **Addresses.** On one origin, a page of a service can show an address of the console, also if it is sandboxed. Users cannot recognize
  the sign-in page by its address there.
- **Trusted pages** can do everything else that a user can do. The effects in that column are not exhaustive.

## What pages of services can do

Features of an ordinary page of a service that its user has permission for.

`;

const REASONS = `
Sandboxed pages have an origin that equals no other. Browsers send their requests without the session cookie
(\`SameSite=Lax\`), except when a link is followed. What a page loads is therefore requested anonymously, and works only if the service is
public (a permission of the anonymous group). Modules, fonts and requests by scripts need CORS as well, which services do
not grant to them; cookies and storage do not exist for such pages.
`;

/** The page `docs/isolation.md`. */
export function describeIsolation(): string {
  const rows = (Object.keys(DEPLOYMENTS) as Deployment[]).map((deployment) => {
    const { short, example } = DEPLOYMENTS[deployment];
    return row(short, example, SUITABLE[deployment]);
  });
  return [INTRODUCTION, lines(rows), CHOICE, ATTACKS, attempts(), REMARKS, features(), REASONS].join('');
}

function attempts(): string {
  const deployments = Object.keys(DEPLOYMENTS) as Deployment[];
  const head = ['Attempt', 'By', ...deployments.map((deployment) => DEPLOYMENTS[deployment].short)];
  const rows = ATTEMPTS.map(({ subject, how, expected }) =>
    row(subject, how, ...deployments.map((deployment) => effectsOf(expected[deployment]))),
  );
  return lines([row(...head), row(...head.map(() => '---')), ...rows]);
}

function effectsOf(effects: readonly Effect[]): string {
  return effects.map((effect) => EFFECTS[effect]).join('; ') || '–';
}

function features(): string {
  const places = Object.keys(PLACES) as Place[];
  const head = ['Feature', ...places.map((place) => PLACES[place])];
  const rows = FEATURES.map(({ subject, missing }) =>
    row(subject, ...places.map((place) => (missing.includes(place) ? '**no**' : 'yes'))),
  );
  return lines([row(...head), row(...head.map(() => '---')), ...rows]);
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
