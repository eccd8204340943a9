/** Version of the service and of its API (`GET /version`). A test checks that it equals the version in package.json. */
export const VERSION = '6.0.0';
