/**
 * - `disabled`: the operator wants no model asked
 * - `budget`: what may be spent today or this month is spent
 * - `failed`: no answer, or none that can be used
 */
export type LlmFault = "disabled" | "budget" | "failed";

export class LlmError extends Error {
  override readonly name = "LlmError";
  readonly fault: LlmFault;
  /** Whether the service may have worked for us, and charge for it, all the same. */
  readonly mayHaveCost: boolean;

  constructor(fault: LlmFault, message: string, options: { mayHaveCost?: boolean } = {}) {
    super(message);
    this.fault = fault;
    this.mayHaveCost = options.mayHaveCost ?? false;
  }
}
