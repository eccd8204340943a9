const { join } = require('node:path');
const { ROOT, recordDriver } = require('./recorder.cjs');
module.exports = recordDriver(require(join(ROOT, 'node_modules/pg')));
