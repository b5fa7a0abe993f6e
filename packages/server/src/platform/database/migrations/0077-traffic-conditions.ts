import type { Migration } from "./migration.ts";

/**
 * A hash of the settings under which a traffic note was stored, see traffic-notes.ts: advice that
 * was followed is not given again.
 */
export const trafficConditions: Migration = {
  name: "0077-traffic-conditions",
  statements: [`alter table traffic_notes add column conditions text`],
};
