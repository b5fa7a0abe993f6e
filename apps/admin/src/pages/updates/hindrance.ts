/** Why this installation cannot replace itself, and what to do instead. */
export interface Hindrance {
  /** `container`, `read_only` …: each has a text of its own. */
  readonly name: string;
  /** What the service says, in English. */
  readonly text: string;
  /** To be typed on the machine; undefined: there is none. */
  readonly command: string | undefined;
}

/** @param reason  `<name>: <sentence and command>` */
export function hindranceOf(reason: string): Hindrance {
  const [, name = "", text = reason] = /^([a-z_]+): ([\s\S]*)$/.exec(reason) ?? [];
  const [, command] = /\bRun: (.+)$/.exec(text) ?? [];
  return { name, text, command };
}
