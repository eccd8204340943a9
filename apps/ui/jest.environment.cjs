const JsdomEnvironment = require('jest-preset-angular/environments/jest-jsdom-env');

/** The simulated page with the answers of `fetch`, which every browser has and jsdom does not; Node's are the same standard. */
module.exports = class extends (JsdomEnvironment.default ?? JsdomEnvironment) {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Headers });
  }
};
