import * as contract from "@wordloom/contract";
import type { Plugin } from "vite";

const NAME = "virtual:endpoints";

/**
 * The endpoints of the contract without their schemas, as the module `virtual:endpoints`. The
 * browser needs the method, the path and the reply format; schemas and zod stay out of the bundle.
 */
export function strippedEndpoints(): Plugin {
  return {
    name: "stripped-endpoints",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? moduleText() : undefined),
  };
}

/** One export per endpoint, so that the bundle contains only those that are used. */
function moduleText(): string {
  const lines = Object.entries(contract).flatMap(([name, value]) =>
    isEndpoint(value) ? [`export const ${name} = ${JSON.stringify(stripped(value))};`] : [],
  );
  return lines.join("\n");
}

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "replies" in value;
}

function stripped({ method, path, replies }: contract.Endpoint) {
  const forms = Object.entries(replies).map(([status, { form }]) => [status, { form }]);
  return { method, path, replies: Object.fromEntries(forms) };
}
