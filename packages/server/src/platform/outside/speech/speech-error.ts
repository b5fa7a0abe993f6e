/**
 * An engine failed.
 *
 * - `engine`: it cannot be reached or refuses everything, so that others texts will fail as well
 * - `sound`: it made nothing usable of this text
 */
export class SpeechError extends Error {
  override readonly name = "SpeechError";
  readonly fault: "engine" | "sound";
  /** What the engine itself says, for administrators who test it; never logged. */
  readonly detail: string | undefined;

  /** @param message  contains neither the text nor a key */
  constructor(fault: "engine" | "sound", message: string, detail?: string) {
    super(message);
    this.fault = fault;
    this.detail = detail;
  }
}
