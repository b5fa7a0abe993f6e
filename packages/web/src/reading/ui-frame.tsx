import { Toaster, UiProvider, type UiLabels } from "@wordloom/ui";
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { useText } from "../text/text-provider.tsx";
import type { Translator } from "../text/translator.ts";

/** Provides the controls with their texts, their links and a place for messages. */
export function UiFrame({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const labels = useMemo(() => labelsIn(text), [text]);
  return (
    <UiProvider labels={labels} link={Link}>
      {children}
      <Toaster />
    </UiProvider>
  );
}

function labelsIn({ t }: Translator): UiLabels {
  return {
    close: t("common.close"),
    clear: t("common.clear"),
    showPassword: t("common.show_password"),
    hidePassword: t("common.hide_password"),
    increase: t("common.increase"),
    decrease: t("common.decrease"),
    previousPage: t("common.previous_page"),
    nextPage: t("common.next_page"),
    working: t("common.working"),
    messages: t("common.messages"),
    retry: t("common.retry"),
    reference: t("common.reference"),
    showTable: t("common.show_table"),
    noMatch: t("common.no_match"),
    selectAll: t("common.select_all"),
  };
}
