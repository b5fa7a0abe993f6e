import type { FeedbackPriority, FeedbackStatus } from "@wordloom/contract";

export const statuses = [
  ...(["open", "in_progress", "resolved", "closed"] as const),
] satisfies FeedbackStatus[];
export const priorities = [
  ...(["urgent", "high", "normal", "low"] as const),
] satisfies FeedbackPriority[];

/** The default filters of the inbox: messages that nobody has started on. */
export const usualInbox = {
  status: "open",
  category: "",
  priority: "",
  assigned: "",
  unread: "",
  page: "1",
} as const;

export type InboxFilter = { readonly [K in keyof typeof usualInbox]: string };

/** Instead of a status: all of them. */
export const ANY_STATUS = "all";

/** The filters for the service, without those that match everything. */
export function givenFilters({ status, page: _, ...others }: InboxFilter) {
  const one = statuses.find((each) => each === status);
  const given = Object.entries(others).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(given), ...(one !== undefined && { status: one }) };
}

/** Only differences from the default inbox, with the question mark; empty if there are none. */
function searchOf(filter: InboxFilter): string {
  const usual: Readonly<Record<string, string>> = usualInbox;
  const changed = Object.entries(filter).filter(([name, value]) => value !== usual[name]);
  return changed.length === 0 ? "" : `?${new URLSearchParams(changed).toString()}`;
}

/** The address of a message, or of the inbox alone, with the same filters. */
export function addressOf(filter: InboxFilter, id?: string): string {
  return `/feedback${id === undefined ? "" : `/${id}`}${searchOf(filter)}`;
}

/**
 * The neighbor of a message.
 * @param step  1: the next one, −1: the previous one
 * @returns the first one if none is open; undefined at the ends
 */
export function beside(
  ids: readonly string[],
  open: string | undefined,
  step: 1 | -1,
): string | undefined {
  if (open === undefined) return step === 1 ? ids[0] : undefined;
  const at = ids.indexOf(open);
  return at < 0 ? ids[0] : ids[at + step];
}
