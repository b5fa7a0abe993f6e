import type { EngineParameters } from "@wordloom/engine";

/** The advice with LLM_MOCK: a small step, always the same for the same configuration. */
export function mockAdvice({ memoryModel }: EngineParameters): object {
  const from = memoryModel.baseDesiredRetention;
  const to = from === 0.9 ? 0.91 : 0.9;
  return {
    patch: { "memoryModel.baseDesiredRetention": to },
    rationale: `A fixed answer for trying things out: from ${from} to ${to}.`,
    confidence: 0.5,
  };
}
