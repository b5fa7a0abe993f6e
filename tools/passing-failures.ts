import type { Reporter, TestCase } from "vitest/node";

/**
 * Says why a test failed that passed when it was tried again: the usual report tells only that it
 * did, and a failure that passes is a defect of something all the same.
 */
export class PassingFailures implements Reporter {
  readonly #seen: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#seen.push(test);
  }

  onTestRunEnd(): void {
    for (const test of this.#seen) {
      process.stdout.write(`\nFailed once: ${test.module.relativeModuleId} > ${test.fullName}\n`);
      for (const { message, stack = "" } of test.result().errors ?? []) {
        process.stdout.write(`${stack.includes(message) ? stack : `${message}\n${stack}`}\n`);
      }
    }
  }
}
