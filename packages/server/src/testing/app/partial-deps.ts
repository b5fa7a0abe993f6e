import type { Deps } from "../../deps.ts";

/** Some dependencies, real ones or substitutes with the members that the code under test uses. */
export type SomeDeps = { readonly [Name in keyof Deps]?: Partial<Deps[Name]> };

/**
 * Dependencies for code that takes all of them but uses only these. Using any other one throws an
 * error that names it, instead of yielding an undefined value somewhere.
 */
export function partialDeps(given: SomeDeps): Deps {
  const handler: ProxyHandler<SomeDeps> = {
    get(target, name, receiver) {
      if (name in target || typeof name === "symbol") return Reflect.get(target, name, receiver);
      throw new Error(`the test gives no deps.${name}`);
    },
  };
  return new Proxy(given, handler) as Deps;
}
