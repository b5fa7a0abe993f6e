import type { Language } from "@wordloom/contract";
import { z } from "zod";
import { textIn } from "../../accounts/texts/texts.ts";
import { badgeRules } from "./badges.ts";

/**
 * The content of a notification, independent of language. It is stored and rendered as text when
 * read, so that older notifications follow when a learner changes the language. A stored field or
 * kind must keep its meaning. See docs/decisions/0028.
 */
const NotificationContent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("badge"), badge: z.enum(badgeRules.map(({ id }) => id)) }),
  z.object({ kind: z.literal("reminder"), word: z.string(), overdueHours: z.number() }),
  z.object({
    kind: z.literal("week"),
    answers: z.number(),
    days: z.number(),
    accuracy: z.number(),
    newWords: z.number(),
    mastered: z.number(),
    streak: z.number(),
  }),
  z.object({
    kind: z.literal("import"),
    words: z.number(),
    known: z.number(),
    reviews: z.number(),
  }),
  z.object({ kind: z.literal("feedback_reply"), reply: z.string() }),
]);

export type NotificationContent = z.infer<typeof NotificationContent>;

/** Text for or by a person. */
export interface NotificationText {
  /** 1 to 200 characters. */
  readonly title: string;
  /** 1 to 10000 characters. */
  readonly message: string;
}

/** Renders a notification in a language. */
export function textOf(content: NotificationContent, language: Language): NotificationText {
  switch (content.kind) {
    case "badge": {
      const badge = textIn(language, `badge.${content.badge}.name`, {});
      return {
        title: textIn(language, "badge_earned.title", { badge }),
        message: textIn(language, `badge.${content.badge}.description`, {}),
      };
    }
    case "reminder": {
      const { word, overdueHours } = content;
      return {
        title: textIn(language, "reminder.title", { word }),
        message: textIn(language, "reminder.message", { word, ...sinceWhen(overdueHours) }),
      };
    }
    case "week":
      return {
        title: textIn(language, "week.title", {}),
        message: textIn(language, "week.message", content),
      };
    case "import": {
      const { words, known, reviews } = content;
      const told = reviews === 0 ? "fresh" : known === 0 ? "reviews" : "known";
      return {
        title: textIn(language, "import_done.title", { words }),
        message: textIn(language, "import_done.message", { told, known }),
      };
    }
    case "feedback_reply":
      return { title: textIn(language, "feedback_reply.title", {}), message: content.reply };
  }
}

/**
 * Renders a stored notification in a language. Returns the stored text if it has no content, or
 * content unknown to this version.
 */
export function storedTextOf(
  stored: NotificationText & { readonly content_json: string | null },
  language: Language,
): NotificationText {
  const { title, message, content_json: json } = stored;
  const content = NotificationContent.safeParse(json === null ? null : JSON.parse(json));
  return content.success ? textOf(content.data, language) : { title, message };
}

function sinceWhen(hours: number): { unit: "now" | "hour" | "day"; count: number } {
  if (hours < 1) return { unit: "now", count: 0 };
  const [count, unit] = hours < 48 ? ([hours, "hour"] as const) : ([hours / 24, "day"] as const);
  return { unit, count: Math.floor(count) };
}
