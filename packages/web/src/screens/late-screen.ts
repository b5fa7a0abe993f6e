import type { ComponentType } from "react";

/** A screen in a file of its own. */
export interface LateScreen {
  /** @throws if the file cannot be loaded */
  readonly load: () => Promise<ComponentType>;
  /** Undefined until the file is loaded. */
  readonly loaded: () => ComponentType | undefined;
}

/** A screen that is loaded when its address is opened, or preloaded. */
export function lateScreen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LateScreen {
  let loaded: ComponentType | undefined;
  return {
    load: async () => (loaded ??= (await load())[name]),
    loaded: () => loaded,
  };
}
