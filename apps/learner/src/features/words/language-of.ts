export { languageOfText as languageOf } from "../question/text-language.ts";
