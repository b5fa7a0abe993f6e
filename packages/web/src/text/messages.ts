import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";

/** An ICU message: its source, or parsed by the build (`parsed-texts.ts`). */
export type Message = string | MessageFormatElement[];

/** Texts by key, `area.name`. */
export type Texts = Readonly<Record<string, Message>>;

/** The keys of some areas, `area.name`, from the types of their files. */
export type TextKeyOf<Areas extends object> = {
  [Area in keyof Areas & string]: `${Area}.${keyof Areas[Area] & string}`;
}[keyof Areas & string];

/**
 * Whether a text is its own result and needs no parser: it has no placeholders, choices or quotes.
 */
export function saysItself(text: string): boolean {
  return !/[{}<']/.test(text);
}
