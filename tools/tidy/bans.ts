import type { SourceFile } from "./source-file.ts";

interface Ban {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Where the rule applies; default: everywhere. */
  readonly within?: RegExp;
  /** Files that are exempt. */
  readonly except?: RegExp;
}

const PACKAGES = /^packages\//;

const bans: readonly Ban[] = [
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)/,
    instead: "take the time from a clock, or as an argument",
    within: PACKAGES,
    except: /platform\/time\/clock\.ts$/,
  },
  {
    pattern: /\bMath\.random\(/,
    instead: "take random numbers from ids or from numeric/random.ts",
    within: PACKAGES,
    except: /numeric\/random\.ts$/,
  },
  {
    pattern: /^export \* from/m,
    instead: "name what is exported; only a package door is a barrel",
    within: PACKAGES,
    except: /^packages\/[^/]+\/src\/index\.ts$/,
  },
  {
    // Attributes of an element are spread inside of braces, without a space.
    pattern: /(?<!\{)\.\.\.\{/,
    instead: "write the members out",
  },
];

/** Patterns banned from code, each with an alternative; no linter has these rules. */
export function brokenBans(source: SourceFile): string[] {
  if (source.path.startsWith("tools/tidy")) return [];
  const code = withoutComments(source.text);
  return bans.flatMap(({ pattern, instead, within, except }) => {
    if (within !== undefined && !within.test(source.path)) return [];
    if (except?.test(source.path)) return [];
    const found = pattern.exec(code);
    return found === null ? [] : [`${source.path}: ${found[0]} is banned; ${instead}`];
  });
}

/** Comments may mention banned code; line numbers are kept. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}
