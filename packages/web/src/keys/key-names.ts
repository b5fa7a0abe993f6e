/**
 * A key as settings and shortcuts name it: the character that it writes, because layouts differ,
 * preceded by `ctrl+` for Ctrl or Cmd.
 */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export function keyName({ key, ctrlKey, metaKey }: Pressed): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `ctrl+${name}` : name;
}

const PRINTED: Readonly<Record<string, string>> = {
  Enter: "↵",
  Escape: "Esc",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** The names of keys that depend on the language. */
export interface KeyTexts {
  readonly space: string;
  readonly ctrl: string;
}

/** The name of a key as controls show it. */
export function printedKey(name: string, texts: KeyTexts): string {
  const [, held, key = ""] = /^(ctrl\+)?(.+)$/s.exec(name) ?? [];
  const printed =
    key === " " ? texts.space : (PRINTED[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return held === undefined ? printed : `${texts.ctrl}+${printed}`;
}

/** Whether a person can choose the key for a shortcut: one visible character, or the space bar. */
export function isChoosableKey(name: string): boolean {
  return name === " " || /^[^\s\p{C}]$/u.test(name);
}
