import type { PreferencesChange } from "@wordloom/contract";
import type { Found } from "@wordloom/ui";
import { useLocation } from "wouter";
import { chooseLanguage, languages } from "@wordloom/web";
import type { Language } from "@wordloom/contract";
import { changeAppearance } from "../appearance/appearance.ts";
import { usePreferences } from "../appearance/use-preferences.ts";
import { openLayer } from "./open-layer.ts";
import { type Translator, useText } from "../../text/use-text.ts";

const themes = ["system", "light", "dark"] as const;
const sections = ["account", "study", "interface", "day", "reminders"] as const;
const more = ["about-me", "privacy", "feedback"] as const;

/** All commands: places, settings, theme, language, keys, sign-out. */
export function useCommands(): readonly Found[] {
  const text = useText();
  const [, goTo] = useLocation();
  const { change } = usePreferences();
  return [...placesOf(text, goTo), ...settingsOf(text, goTo), ...looksOf(text, change)];
}

type GoTo = (path: string) => void;

function placesOf({ t }: Translator, goTo: GoTo): Found[] {
  const places = [
    ["/study", t("today.study")],
    ["/", t("shell.today")],
    ["/words", t("shell.words")],
    ["/books", t("shell.books")],
    ["/progress", t("shell.progress")],
    ["/study?practise=slipping", t("find.practise_slipping")],
    ["/study?practise=ahead", t("study.go_ahead")],
    ["/books?new", t("books.new")],
    ["/books?bring", t("imports.bring")],
    ["/sessions", t("progress.sessions")],
    ["/notifications", t("notifications.title")],
  ] as const;
  return places.map(([path, label]) => ({ id: path, label, choose: () => goTo(path) }));
}

function settingsOf({ t }: Translator, goTo: GoTo): Found[] {
  const pages = [...sections, ...more].map((section) => ({
    id: `settings-${section}`,
    label: t(`settings.${section}`),
    detail: t("shell.settings"),
    choose: () => goTo(`/settings/${section}`),
  }));
  const help = { id: "help", label: t("help.keys"), detail: "?" };
  const signOut = { id: "sign-out", label: t("shell.sign_out") };
  return [
    ...pages,
    { ...help, choose: () => openLayer.set("help") },
    { ...signOut, choose: () => openLayer.set("sign-out") },
  ];
}

function looksOf({ t }: Translator, change: (change: PreferencesChange) => void): Found[] {
  const looks = themes.map((theme) => ({
    id: `theme-${theme}`,
    label: t(`settings.theme_${theme}`),
    detail: t("settings.theme"),
    choose() {
      changeAppearance({ theme });
      change({ theme });
    },
  }));
  const tongues = Object.entries(languages).map(([language, label]) => ({
    id: `language-${language}`,
    label,
    lang: language,
    detail: t("settings.language"),
    choose() {
      chooseLanguage(language as Language);
      change({ language: language as Language });
    },
  }));
  return [...looks, ...tongues];
}
