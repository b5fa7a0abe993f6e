import { textOf, type Translator as TranslatorOf } from "@wordloom/web";
import type { TextKey } from "./keys.ts";

/** The console's texts. */
export type Translator = TranslatorOf<TextKey>;

/** Texts in the administrator's language. */
export const useText = textOf<TextKey>();
