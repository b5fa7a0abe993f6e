import { afterAll, expect, it } from "vitest";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { notifyAllRecipients } from "./audience.service.ts";

afterAll(closeCleanDatabase);

it("leaves out a learner for whom it fails, and notifies all others once", async () => {
  const app = await buildTestApp({ features: onlyFeature({}) });
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) ids.push((await app.learner()).id);
  const [, , broken] = ids;
  const notified: string[] = [];
  const { signal } = new AbortController();
  const created = await notifyAllRecipients(app.deps, 0, signal, async (recipients) => {
    if (recipients.some(({ id }) => id === broken)) throw new Error("damaged");
    notified.push(...recipients.map(({ id }) => id));
    return recipients.length;
  });
  expect(created).toBe(6);
  expect(notified.toSorted()).toEqual(ids.filter((id) => id !== broken).toSorted());
  await app.close();
});
