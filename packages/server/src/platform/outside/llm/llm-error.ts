/**
 * - `disabled`: the operator has not enabled a model
 * - `budget`: the daily or monthly budget is used up
 * - `failed`: no answer, or an unusable one
 */
export type LlmFault = "disabled" | "budget" | "failed";

interface LlmErrorOptions {
  readonly mayHaveCost?: boolean;
  readonly period?: "day" | "month";
}

export class LlmError extends Error {
  override readonly name = "LlmError";
  readonly fault: LlmFault;
  /** Whether the service may charge for the call although it failed. */
  readonly mayHaveCost: boolean;
  /** Of a fault `budget`: whose limit it is. */
  readonly period: "day" | "month" | undefined;

  constructor(fault: LlmFault, message: string, options: LlmErrorOptions = {}) {
    super(message);
    this.fault = fault;
    this.mayHaveCost = options.mayHaveCost ?? false;
    this.period = options.period;
  }
}
