import * as contract from "@wordloom/contract";
import type { Plugin } from "vite";

/** Of the module of one endpoint; its name follows. */
const ONE = "virtual:endpoint/";
const IMPORT = /import \{([^}]*)\} from "virtual:endpoints";/g;

/**
 * The endpoints of the contract without their schemas, as the module `virtual:endpoints`. The
 * browser needs the method, the path and the reply format; schemas and zod stay out of the bundle.
 *
 * Each endpoint is a module of its own, because a module is in one file: otherwise the first file
 * would have the endpoints of all pages.
 */
export function strippedEndpoints(): Plugin {
  return {
    name: "stripped-endpoints",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(ONE) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith(`\0${ONE}`) ? moduleText(id.slice(1 + ONE.length)) : undefined),
    transform(code, id) {
      if (id.includes("/node_modules/")) return undefined;
      const divided = code.replaceAll(IMPORT, importsOfEach);
      return divided === code ? undefined : { code: divided, map: null };
    },
  };
}

/** Keeps the number of lines, so that positions in messages stay true. */
function importsOfEach(statement: string, names: string): string {
  const single = names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => `import { ${name} } from "${ONE}${name.split(/\s/, 1)[0]}";`);
  return single.join(" ") + "\n".repeat(statement.split("\n").length - 1);
}

/** Empty for other values of the contract, so that the build fails for lack of an export. */
function moduleText(name: string): string {
  const value: unknown = Object.entries(contract).find(([known]) => known === name)?.[1];
  return isEndpoint(value) ? `export const ${name} = ${JSON.stringify(stripped(value))};` : "";
}

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "replies" in value;
}

function stripped({ method, path, replies }: contract.Endpoint) {
  const forms = Object.entries(replies).map(([status, { form }]) => [status, { form }]);
  return { method, path, replies: Object.fromEntries(forms) };
}
