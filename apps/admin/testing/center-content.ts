import type { App } from "@wordloom/server/app";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { useCenter } from "@wordloom/testing/content/use-center";

const words = ["kettle", "ladle", "whisk", "sieve"].map((spelling) =>
  remoteWord(spelling, { meanings: ["用于厨房"], phonetic: "/…/" }),
);
const named = (id: string, name: string, tags: string[]) =>
  remoteBook(words, { id, name, tags, description: "Words of everyday life" });

/** Opens a small wordbook center for the service, for photographs. */
export async function openCenter(app: App): Promise<LocalWeb> {
  const books = [
    named("kitchen", "In the kitchen", ["home"]),
    named("garden", "In the garden", ["home", "outside"]),
    named("gaokao", "高考必备词汇", ["高中"]),
  ];
  const center = await openLocalWeb(centerPages(...books) as Record<string, object>);
  await useCenter(app, center.url);
  return center;
}
