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

/**
 * The name of a key as controls show it.
 * @param space    the name of the space bar in the language of the app
 * @param control  what is printed on the control key there
 */
export function printedKey(name: string, space: string, control = "Ctrl"): string {
  const [, ctrl, key = ""] = /^(ctrl\+)?(.+)$/s.exec(name) ?? [];
  const printed =
    key === " " ? space : (PRINTED[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return ctrl === undefined ? printed : `${control}+${printed}`;
}

/** Whether a person can choose the key for a shortcut: one visible character, or the space bar. */
export function isChoosableKey(name: string): boolean {
  return name === " " || /^[^\s\p{C}]$/u.test(name);
}
