import { statSync } from "node:fs";
import { buildCity, cityFile } from "../lib/city.ts";
import { CITY } from "../lib/city-size.ts";
import type { Row } from "../lib/row.ts";

/** Builds the data set of all other rows. */
export const seed: Row = async () => {
  const tookMs = await buildCity();
  return [
    { name: "records", value: CITY.records, unit: "rows" },
    { name: "built in (0: it was there)", value: tookMs / 1000, unit: "s" },
    { name: "size on disk", value: statSync(cityFile()).size / 2 ** 20, unit: "MiB" },
  ];
};
