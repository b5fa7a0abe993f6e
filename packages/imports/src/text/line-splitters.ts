/** A way to divide a line into cells. */
export interface Splitter {
  /** The characters between word and meaning; undefined where brackets or scripts divide. */
  readonly separator?: string;
  /** @returns undefined if the line has no such division */
  split(line: string): string[] | undefined;
  /** What the cells hold, where the division shows it. */
  readonly columns?: readonly ("text" | "meaning" | "reading" | "pronunciation")[];
}

/** Divides at the first of these characters that has text on both sides. */
function at(separator: string, pattern: RegExp): Splitter {
  return {
    separator,
    split(line) {
      const match = pattern.exec(line);
      if (match === null || match.index === 0) return undefined;
      return [line.slice(0, match.index), line.slice(match.index + match[0].length)];
    },
  };
}

/** The separator by which dashes of all lengths are known. */
export const DASH = " – ";

const IPA = "\\u0250-\\u02ff\\u0259ˈˌːθðŋæɑɒʌʃʒ";

const PHONETIC: Splitter = {
  columns: ["text", "pronunciation", "meaning"],
  split(line) {
    const match = /^([^[/]+?)\s*(?:\[([^\]]+)\]|\/([^/]+)\/)\s*(.*)$/.exec(line);
    const sound = match?.[2] ?? match?.[3] ?? "";
    if (match === null || sound === "" || !new RegExp(`[${IPA}]`).test(sound)) return undefined;
    return [match[1] ?? "", sound, match[4] ?? ""];
  },
};

const READING: Splitter = {
  columns: ["text", "reading", "meaning"],
  split(line) {
    const match =
      /^([^【（(]+)[【（(]([\p{sc=Hiragana}\p{sc=Katakana}ー・\s]+)[】）)][\s：:]*(.*)$/u.exec(
        line,
      );
    return match === null ? undefined : [match[1] ?? "", match[2] ?? "", match[3] ?? ""];
  },
};

const OTHER_SCRIPT = "[\\p{sc=Han}\\p{sc=Hangul}\\p{sc=Cyrillic}\\p{sc=Arabic}]";
const TWO_SCRIPTS = new RegExp(
  `^([\\p{sc=Latin}\\p{M}\\p{N} '’.()/-]*[\\p{sc=Latin}.)])\\s+` +
    `([^\\p{sc=Latin}]*${OTHER_SCRIPT}.*)$`,
  "u",
);

/** Latin letters, a space, and from there another script. */
const SCRIPTS: Splitter = {
  columns: ["text", "meaning"],
  split(line) {
    const match = TWO_SCRIPTS.exec(line);
    return match === null ? undefined : [match[1] ?? "", match[2] ?? ""];
  },
};

const ALIGNED: Splitter = {
  separator: "  ",
  split(line) {
    const cells = line.split(/ {2,}|\t+/);
    return cells.length > 1 ? cells : undefined;
  },
};

/** A hyphen without spaces: the middle one of an odd number. */
const HYPHEN: Splitter = {
  separator: "-",
  split(line) {
    const parts = line.split("-");
    if (parts.length < 2 || parts.length % 2 === 1 || /\s-|-\s/.test(line)) return undefined;
    const middle = parts.length / 2;
    return [parts.slice(0, middle).join("-"), parts.slice(middle).join("-")];
  },
};

/** In the order in which they are tried: what is rare in words and meanings comes first. */
export const SPLITTERS: readonly Splitter[] = [
  at("\t", /\t+/),
  at(" :: ", /\s*::+\s*/),
  at(" → ", /\s*(?:→|⇒|⟶|=>|->)\s*/),
  PHONETIC,
  READING,
  at(" = ", /\s+=\s+/),
  at(DASH, /\s+[-–—―]\s+/),
  at(" | ", /\s*[|｜]\s*/),
  at("：", /\s*：\s*/),
  at(": ", /\s*:\s+/),
  at("　", /\u3000+/),
  ALIGNED,
  at("；", /\s*；\s*/),
  at(";", /\s*;\s*/),
  at("，", /\s*，\s*/),
  at(", ", /\s*,\s+/),
  SCRIPTS,
  HYPHEN,
];

/** Divides at exactly these characters, as a learner chose. */
export function splitterFor(separator: string): Splitter {
  return {
    separator,
    split(line) {
      const index = line.indexOf(separator);
      return index < 1 ? undefined : [line.slice(0, index), line.slice(index + separator.length)];
    },
  };
}
