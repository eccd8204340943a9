/** One set of compiler options for the build and for the tests, so that what is tested is what runs. */
const options = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs', strict: true, noInterop: false },
  sourceMaps: true,
  swcrc: false,
};
module.exports = { options };
