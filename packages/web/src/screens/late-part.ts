import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** A part of a screen in a file of its own; draw it inside a `PartBoundary`. */
export function latePart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
