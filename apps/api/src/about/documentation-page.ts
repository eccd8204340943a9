import { escapeMarkup } from '@gatehouse/wire';

/** Path, next to /api, under which the files of Swagger UI are served. */
export const DOCUMENTATION_FILES = '/api-files';

/**
 * The page of /api: Swagger UI from our own files. An external script reads the address of the
 * description from `data-description`.
 *
 * @param hasConsole whether there is a sign-in page
 */
export function documentationPage(
  basePath: string,
  hasConsole: boolean,
): { html: string; contentSecurityPolicy: string } {
  const files = escapeMarkup(`${basePath}${DOCUMENTATION_FILES}`);
  const signIn = `${basePath}/ui/login?${new URLSearchParams({ return: `${basePath}/api` })}`;
  const html = [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Gatehouse API</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="stylesheet" href="${files}/swagger-ui.css">`,
    `<link rel="stylesheet" href="${files}/theme.css">`,
    `<link rel="icon" href="${files}/favicon-32x32.png">`,
    '</head><body>',
    hasConsole ? `<p class="sign-in"><a href="${escapeMarkup(signIn)}">Sign in</a></p>` : '',
    `<div id="swagger-ui" data-description="${escapeMarkup(`${basePath}/json`)}"></div>`,
    `<script src="${files}/swagger-ui-bundle.js"></script>`,
    `<script src="${files}/start.js"></script>`,
    '</body></html>',
  ].join('\n');
  // Swagger UI sets styles by properties of elements, which no policy concerns.
  const contentSecurityPolicy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, contentSecurityPolicy };
}

/**
 * Content of `start.js`. Requests are sent to the origin of the page, regardless of `SVC_URL`, so
 * that the browser sends the cookie of a sign-in in the console.
 */
export const START_SCRIPT = `window.addEventListener('load', async () => {
  const at = document.getElementById('swagger-ui');
  const spec = await (await fetch(at.dataset.description)).json();
  spec.servers = [{ url: new URL('.', new URL(at.dataset.description, location.href)).href.replace(/\\/$/, '') }];
  window.SwaggerUIBundle({
    domNode: at,
    spec,
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    validatorUrl: null,
  });
  const link = document.querySelector('.sign-in');
  const session = await (await fetch(spec.servers[0].url + '/session')).json();
  if (link && session.authenticated) link.textContent = 'Signed in as ' + session.user.user_name;
});
`;

/** Content of `theme.css`: Swagger UI has no dark theme. */
export const THEME_STYLE = `:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  body { background: #0e1017; }
  .swagger-ui { filter: invert(0.92) hue-rotate(180deg); }
  .swagger-ui .highlight-code, .swagger-ui .microlight, .swagger-ui img { filter: invert(1) hue-rotate(180deg); }
}
.sign-in { padding: 0.5rem 1.25rem; font: 0.9375rem system-ui, sans-serif; }
.sign-in a { color: light-dark(#3b4cca, #a3aeff); }
`;
