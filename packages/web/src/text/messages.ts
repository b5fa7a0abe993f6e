import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";

/** An ICU message: as it is written, or parsed by the build (`parsed-texts.ts`). */
export type Message = string | MessageFormatElement[];

/** Text of each key, `area.name`. */
export type Texts = Readonly<Record<string, Message>>;

/** The keys of areas of texts, `area.name`, by the types of their files. */
export type TextKeyOf<Areas extends object> = {
  [Area in keyof Areas & string]: `${Area}.${keyof Areas[Area] & string}`;
}[keyof Areas & string];

/** A text without placeholders, choices and quotes says itself, and needs no parser. */
export function saysItself(text: string): boolean {
  return !/[{}<']/.test(text);
}
