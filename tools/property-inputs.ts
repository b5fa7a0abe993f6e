import fc from "fast-check";

/**
 * Tests of properties try the same inputs on every machine, so that a change is what turns them
 * red. `.ci/nightly` tries others, and more of them.
 */
fc.configureGlobal({
  seed: Number(process.env["PROPERTY_SEED"] ?? 20_260_501),
  numRuns: Number(process.env["PROPERTY_RUNS"] ?? 100),
});
