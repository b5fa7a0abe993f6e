/**
 * A key as settings and shortcuts name it: the character it writes (so that layouts agree with what
 * is printed on the key), with `ctrl+` before it for Ctrl or Cmd.
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

/**
 * As it is shown on controls.
 *
 * @param space what the space bar is called: the one key whose name differs between languages
 */
export function printedKey(name: string, space: string): string {
  const [, ctrl, key = ""] = /^(ctrl\+)?(.+)$/s.exec(name) ?? [];
  const printed =
    key === " " ? space : (PRINTED[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return ctrl === undefined ? printed : `Ctrl+${printed}`;
}

/** What a person can choose for a shortcut: one visible character, or the space bar. */
export function isChoosableKey(name: string): boolean {
  return name === " " || /^[^\s\p{C}]$/u.test(name);
}
