import { textOf, type Translator as TranslatorOf } from "@wordloom/web";
import type { TextKey } from "./keys.ts";

/** The learner app's texts. */
export type Translator = TranslatorOf<TextKey>;

/** Texts in the learner's language. */
export const useText = textOf<TextKey>();
