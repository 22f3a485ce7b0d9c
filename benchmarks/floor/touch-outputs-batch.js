exports.default = require('./touch-outputs').batch;
