/** Ends a run with the counts over all suites, on a line of their own. */
module.exports = class CountsReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    // A suite that cannot even be loaded has no failed tests of its own.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const line = `${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`;
    process.on('exit', () => process.stdout.write(line));
  }
};
