import { escapeMarkup } from '@gatehouse/wire';

/** Path, next to /api, under which the files of Swagger UI are served. */
export const DOCUMENTATION_FILES = '/api-files';

/** The page of /api: Swagger UI from our own files. An external script reads the address of the description from `data-description`. */
export function documentationPage(basePath: string): { html: string; contentSecurityPolicy: string } {
  const files = escapeMarkup(`${basePath}${DOCUMENTATION_FILES}`);
  const html = [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Gatehouse API</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="stylesheet" href="${files}/swagger-ui.css">`,
    `<link rel="icon" href="${files}/favicon-32x32.png">`,
    `</head><body><div id="swagger-ui" data-description="${escapeMarkup(`${basePath}/json`)}"></div>`,
    `<script src="${files}/swagger-ui-bundle.js"></script>`,
    `<script src="${files}/start.js"></script>`,
    '</body></html>',
  ].join('\n');
  // Swagger UI sets style attributes. Scripts are loaded from our own files only.
  const contentSecurityPolicy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, contentSecurityPolicy };
}

/** Content of `start.js`. */
export const START_SCRIPT = `window.addEventListener('load', () => {
  const at = document.getElementById('swagger-ui');
  window.SwaggerUIBundle({ domNode: at, url: at.dataset.description, deepLinking: true, validatorUrl: null });
});
`;
