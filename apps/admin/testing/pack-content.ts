import type { TestService } from "@wordloom/testing/service/web-service";
import {
  activateVersion,
  storePack,
} from "@wordloom/server/features/clients/resource-packs/pack-changes.service";
import { someAdmin } from "@wordloom/testing/content/some-admin";

const hint = (id: string, title: string) => ({ id, kind: "notice", title, priority: 1 });
const slots = (...titles: readonly string[]) => ({
  schema: 1,
  slots: { "home-top": titles.map((title, at) => hint(`hint-${at}`, title)) },
});

const uploads = [
  ["content-slots", "1.0.0", slots("Welcome")],
  ["content-slots", "1.1.0", slots("Reading week", "New: the wordbook of the month")],
  ["content-slots", "1.2.0", slots("Reading week", "The service rests on Sunday, 02:00")],
  ["app-config", "1.0.0", { schema: 1, flags: { announcements_enabled: true } }],
] as const;

const inForce = [
  ["content-slots", "1.0.0", "stable"],
  ["content-slots", "1.1.0", "beta"],
  ["content-slots", "1.1.0", "internal"],
  ["app-config", "1.0.0", "stable"],
] as const;

/** Publishes packs at several stages between internal and stable. */
export async function publishPacks({ app: { deps } }: TestService): Promise<void> {
  const descriptions: Readonly<Record<string, string>> = {
    "content-slots": "Announcements",
    "app-config": "Switches",
  };
  for (const [packId, version, content] of uploads) {
    const bytes = Buffer.from(JSON.stringify(content));
    const about = { minAppVersion: undefined, description: descriptions[packId] };
    await storePack(deps, someAdmin, { packId, version, channel: "internal", bytes, ...about });
  }
  for (const [packId, version, channel] of inForce) {
    await activateVersion(deps, someAdmin, { packId, version }, channel);
  }
}
