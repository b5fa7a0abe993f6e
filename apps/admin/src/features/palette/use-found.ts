import type { UseQueryResult } from "@tanstack/react-query";
import { foundAmong, type Found } from "@wordloom/ui";
import { listWords, pageLearners, readSettingsSchema } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useRead } from "../../server-state/use-read.ts";
import { meaningText } from "../engine-config/parameter-text.ts";
import { useText } from "../../text/use-text.ts";
import { nameOf } from "../engine-config/parameter-list.ts";
import { useParameters } from "../engine-config/use-engine-config.ts";
import { useSettled } from "../engine-config/use-settled.ts";
import { partOfSetting, settingName, settingPath } from "../settings/setting-places.ts";
import { pageGroups, type ConsolePage } from "../shell/page-list.ts";

/** The service is asked after a typing pause of this length, milliseconds. */
const PAUSE_MS = 150;
const SHOWN_MAX = 6;

interface Group {
  readonly name: "rooms" | "learners" | "words" | "parameters" | "settings";
  readonly found: readonly Found[];
}

/**
 * The matches of a text: learners and words when the service replies, everything else immediately.
 */
export function useFound(search: string) {
  const wanted = search.trim();
  const settled = useSettled(wanted, PAUSE_MS);
  const pages = usePages();
  const asked = [useLearners(settled), useWords(settled)] as const;
  const known = [useParameterList(), useSettingList()] as const;
  const [learners, words, parameters, settings] = [...asked, ...known].map(({ found }) => found);
  const narrowed = (all: readonly Found[] = []) => foundAmong(all, wanted).slice(0, SHOWN_MAX);
  const groups: Group[] =
    wanted === ""
      ? [{ name: "rooms", found: pages }]
      : [
          { name: "rooms", found: narrowed(pages) },
          { name: "learners", found: narrowed(learners) },
          { name: "words", found: narrowed(words) },
          { name: "parameters", found: narrowed(parameters) },
          { name: "settings", found: narrowed(settings) },
        ];
  const queries = [...asked, ...known].map(({ query }) => query);
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    isAsking: wanted !== "" && (settled !== wanted || queries.some(({ isFetching }) => isFetching)),
    error: wanted === "" ? null : errorOf(queries),
  };
}

type Query = Pick<UseQueryResult, "error" | "failureReason" | "fetchStatus">;

/**
 * A call that waits for a network counts as failed, because nobody should look at a spinner for
 * minutes.
 */
function errorOf(queries: readonly Query[]): Error | null {
  const errors = queries.map(({ error, failureReason, fetchStatus }) =>
    fetchStatus === "paused" ? failureReason : error,
  );
  return errors.find((error) => error !== null) ?? null;
}

/** Pages, and their parts that have an address. Paths are searched, too. */
function usePages(): readonly Found[] {
  const { t } = useText();
  const [, goTo] = useLocation();
  const foundPlace = (
    { path, name }: Pick<ConsolePage, "path" | "name">,
    detail?: string,
  ): Found => ({
    id: path,
    label: t(name),
    detail,
    keywords: path,
    choose: () => goTo(path),
  });
  return pageGroups.flatMap((group) =>
    group.pages.flatMap((page) => [
      foundPlace(page, group.name && t(group.name)),
      ...(page.parts ?? []).map((part) => foundPlace(part, t(page.name))),
    ]),
  );
}

function useLearners(search: string) {
  const [, goTo] = useLocation();
  const query = useRead(
    pageLearners,
    { query: { search, perPage: SHOWN_MAX } },
    { enabled: search !== "", keepPrevious: true },
  );
  const found = (query.data?.data ?? []).map(({ id, username, email }) => ({
    id: `learner-${id}`,
    label: username,
    detail: email,
    choose: () => goTo(`/users/${id}`),
  }));
  return { query, found };
}

function useWords(search: string) {
  const [, goTo] = useLocation();
  const query = useRead(
    listWords,
    { query: { search, perPage: SHOWN_MAX } },
    { enabled: search !== "", keepPrevious: true },
  );
  const found = (query.data?.data ?? []).map(({ id, text, meaning }) => ({
    id: `word-${id}`,
    label: text,
    detail: meaning,
    choose: () => goTo(`/words/${encodeURIComponent(id)}`),
  }));
  return { query, found };
}

/** Searched by name and path, and by meaning in English and in the reader's language. */
function useParameterList() {
  const text = useText();
  const [, goTo] = useLocation();
  const query = useParameters();
  const found = (query.data ?? []).map(({ path, meaning }) => ({
    id: path,
    label: nameOf(path),
    lang: "en",
    detail: path,
    detailLang: "en",
    keywords: `${meaning} ${meaningText({ path, meaning }, text)}`,
    choose: () => goTo(`/engine/parameters?q=${encodeURIComponent(path)}`),
  }));
  return { query, found };
}

function useSettingList() {
  const text = useText();
  const [, goTo] = useLocation();
  const query = useRead(readSettingsSchema);
  const found = (query.data?.fields ?? []).map((about) => ({
    id: `setting-${about.key}`,
    label: settingName(about, text),
    detail: text.t(`settings.part_${partOfSetting(about)}`),
    keywords: `${about.key} ${about.description} ${about.environment?.name ?? ""}`,
    choose: () => goTo(settingPath(about)),
  }));
  return { query, found };
}
