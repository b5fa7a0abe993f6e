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
  /** Whether the service may charge for the failed call. */
  readonly mayHaveCost: boolean;
  /** Period of the exhausted limit, for a `budget` fault. */
  readonly period: "day" | "month" | undefined;

  constructor(fault: LlmFault, message: string, options: LlmErrorOptions = {}) {
    super(message);
    this.fault = fault;
    this.mayHaveCost = options.mayHaveCost ?? false;
    this.period = options.period;
  }
}
