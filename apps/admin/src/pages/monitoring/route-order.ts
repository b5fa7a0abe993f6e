import type { RequestStats } from "@wordloom/contract";
import type { Sort } from "@wordloom/ui";

export type Route = RequestStats["routes"][number];

const values = {
  route: ({ route }: Route) => route,
  count: ({ count }: Route) => count,
  p95: ({ p95Ms }: Route) => p95Ms ?? -1,
  errors: ({ errorRate }: Route) => errorRate,
} as const;
type Key = keyof typeof values;
const keys = Object.keys(values) as Key[];

/** The order that an address asks for, "errors" or "-count"; by default the busiest first. */
export function sortOf(asked: string): Sort & { readonly key: Key } {
  const key = keys.find((one) => one === asked.replace("-", "")) ?? "count";
  return { key, direction: asked.startsWith("-") ? "descending" : "ascending" };
}

/** The order as the address keeps it. */
export function sortText({ key, direction }: Sort): string {
  return `${direction === "descending" ? "-" : ""}${key}`;
}

/** Routes with the text in their name, in this order. */
export function routesBy(routes: readonly Route[], wanted: string, sort: Sort): Route[] {
  const valueOf = values[sort.key as Key];
  const up = (one: Route, other: Route) => (valueOf(one) < valueOf(other) ? -1 : 1);
  return routes
    .filter(({ route }) => route.toLowerCase().includes(wanted.toLowerCase()))
    .toSorted((one, other) => (sort.direction === "ascending" ? up(one, other) : up(other, one)));
}
