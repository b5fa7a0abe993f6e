import type { SourceFile } from "./source-file.ts";

interface Ban {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Where the rule holds; everywhere when absent. */
  readonly within?: RegExp;
  /** The one place that may. */
  readonly except?: RegExp;
}

const PACKAGES = /^packages\//;

const bans: readonly Ban[] = [
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)/,
    instead: "take the time from a clock, or as an argument",
    within: PACKAGES,
    except: /platform\/clock\.ts$/,
  },
  {
    pattern: /\bMath\.random\(/,
    instead: "take dice from ids or from numeric/random.ts",
    within: PACKAGES,
    except: /numeric\/random\.ts$/,
  },
  {
    pattern: /\bprocess\.env\b/,
    instead: "read settings, which main.ts read once",
    within: PACKAGES,
    except: /platform\/settings\.ts$|server\/src\/main\.ts$|server\/src\/cli\//,
  },
  { pattern: /^export default\b/m, instead: "export by name", within: PACKAGES },
  {
    pattern: /^export \* from/m,
    instead: "name what is exported; only a package door is a barrel",
    within: PACKAGES,
    except: /^packages\/[^/]+\/src\/index\.ts$/,
  },
  {
    pattern: /\b(TODO|FIXME|XXX)\b/,
    instead: "do it, or open an issue",
  },
  {
    pattern: /\bconsole\.(log|info|warn|error)\(/,
    instead: "use the log",
    within: PACKAGES,
    except: /server\/src\/main\.ts$|server\/src\/cli\//,
  },
];

/** Words that must not stand in the code, each with what to write instead. */
export function brokenBans(source: SourceFile): string[] {
  if (source.path.startsWith("tools/tidy")) return [];
  const code = withoutComments(source.text);
  return bans.flatMap(({ pattern, instead, within, except }) => {
    if (within !== undefined && !within.test(source.path)) return [];
    if (except?.test(source.path)) return [];
    const found = pattern.exec(pattern.source.includes("TODO") ? source.text : code);
    return found === null ? [] : [`${source.path}: ${found[0]} is banned; ${instead}`];
  });
}

/** Comments may speak of what code may not do; lines keep their number. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}
