import { dirname } from 'node:path';
import express, { type RequestHandler } from 'express';
import { DOCUMENTATION_FILES, START_SCRIPT, THEME_STYLE } from '../about/documentation-page';

/** Only located: the package's main module would load 2 MB of browser scripts. */
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

/** The files of Swagger UI, shipped with Gatehouse: the page of /api loads nothing from other hosts. */
export function serveDocumentationFiles(): RequestHandler {
  const router = express.Router({ caseSensitive: true });
  router.get(`${DOCUMENTATION_FILES}/start.js`, (_request, response) => {
    response.type('js').send(START_SCRIPT);
  });
  router.get(`${DOCUMENTATION_FILES}/theme.css`, (_request, response) => {
    response.type('css').send(THEME_STYLE);
  });
  // The page of the package would load descriptions from any host.
  router.get([`${DOCUMENTATION_FILES}/index.html`, `${DOCUMENTATION_FILES}/`], (_request, _response, next) =>
    next('router'),
  );
  router.use(
    DOCUMENTATION_FILES,
    express.static(SWAGGER_UI, { index: false, redirect: false, maxAge: 3_600_000 }),
  );
  return router;
}
