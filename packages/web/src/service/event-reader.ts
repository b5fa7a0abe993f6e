/** One event of a stream. */
export interface ReadEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Reads the lines of an event stream (HTML Standard, 9.2.6) from chunks of text that end anywhere.
 * For streams that need a header, which a browser's own EventSource cannot send.
 * @returns a function that takes the next chunk and returns the events that it completes
 */
export function createEventReader(): (piece: string) => ReadEvent[] {
  let rest = "";
  let id: string | undefined;
  let data: string[] = [];
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    const events: ReadEvent[] = [];
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) events.push({ id, data: data.join("\n") });
        data = [];
        continue;
      }
      const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === "data") data.push(value);
      if (field === "id" && !value.includes("\0")) id = value;
    }
    return events;
  };
}
