import { type Translator as TranslatorOf, useText as useTextOfAnyKey } from "@wordloom/web";
import type { TextKey } from "./keys.ts";

/** The learner app's texts. */
export type Translator = TranslatorOf<TextKey>;

/** Texts in the learner's language. */
export const useText = useTextOfAnyKey as () => Translator;
