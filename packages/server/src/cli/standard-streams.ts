/**
 * Node warns at every start about parts it calls experimental (SQLite among them). Operators can do
 * nothing about that, so these are dropped; all other warnings still reach standard error.
 *
 * A reader that leaves early, as in `… | head`, is no error either.
 */
export function tameStandardStreams(): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
  process.stdout.on("error", (error: Error & { code?: string }) => {
    if (error.code !== "EPIPE") throw error;
  });
}
