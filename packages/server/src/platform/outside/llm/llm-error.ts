/**
 * - `disabled`: the operator has not enabled a model
 * - `budget`: the daily or monthly budget is used up
 * - `failed`: no answer, or an unusable one
 */
export type LlmFault = "disabled" | "budget" | "failed";

export class LlmError extends Error {
  override readonly name = "LlmError";
  readonly fault: LlmFault;
  /** Whether the service may charge for the call although it failed. */
  readonly mayHaveCost: boolean;

  constructor(fault: LlmFault, message: string, options: { mayHaveCost?: boolean } = {}) {
    super(message);
    this.fault = fault;
    this.mayHaveCost = options.mayHaveCost ?? false;
  }
}
