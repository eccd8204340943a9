/** Version of the service and of its interface (`GET /version`). A test holds it equal to package.json. */
export const VERSION = '6.0.0';
