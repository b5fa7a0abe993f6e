/**
 * Drops Node's warnings about experimental features such as SQLite, which operators cannot avoid;
 * all other warnings are still printed to standard error.
 *
 * A reader that closes the pipe early, as in `… | head`, is not an error.
 */
export function configureStandardStreams(): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
  process.stdout.on("error", (error: Error & { code?: string }) => {
    if (error.code !== "EPIPE") throw error;
  });
}
