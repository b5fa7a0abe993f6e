import { defaultParameters, withParameters } from "@wordloom/engine";
import type { EngineVariant } from "./engine-run.ts";

const parameters = defaultParameters();
const noHead = withParameters(parameters, { "featureFlags.correctionEnabled": false });
const noShortTerm = withParameters(parameters, { "featureFlags.shortTermEnabled": false });
const core = withParameters(noHead, { "featureFlags.shortTermEnabled": false });

/** The engine as delivered, and with single parts taken away. */
export const VARIANTS: Readonly<Record<string, EngineVariant>> = {
  "engine": { parameters, personalFit: true, variant: "answer" },
  "engine, scheduling": { parameters, personalFit: true, variant: "schedule" },
  "without personal fit": { parameters, personalFit: false, variant: "answer" },
  "without head": { parameters: noHead, personalFit: true, variant: "answer" },
  "without short term": { parameters: noShortTerm, personalFit: true, variant: "answer" },
  "core and fit alone": { parameters: core, personalFit: true, variant: "answer" },
  "core alone": { parameters: core, personalFit: false, variant: "answer" },
};
