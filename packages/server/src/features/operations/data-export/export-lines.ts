/** JSON lines `{table, data}`, as chunks of text: one chunk per line, or several. */

/** A complete line. */
export function line(table: string, data: unknown): string {
  return `${JSON.stringify({ table, data })}\n`;
}

type Pages = AsyncIterable<readonly unknown[]>;

/** A line for each page. Skips empty pages. */
export async function* linePerPage(table: string, pages: Pages): AsyncGenerator<string> {
  for await (const page of pages) if (page.length > 0) yield line(table, page);
}

/**
 * One line for all pages, in chunks, so that it may exceed the memory. Writes nothing if all pages
 * are empty. When a page fails, the line is closed before the error is thrown, so that the output
 * stays valid.
 */
export async function* oneLine(table: string, pages: Pages): AsyncGenerator<string> {
  let begun = false;
  try {
    for await (const page of pages) {
      if (page.length === 0) continue;
      const entries = page.map((entry) => JSON.stringify(entry)).join(",");
      yield begun ? `,${entries}` : `{"table":${JSON.stringify(table)},"data":[${entries}`;
      begun = true;
    }
  } catch (error) {
    if (begun) yield END;
    throw error;
  }
  if (begun) yield END;
}

const END = "]}\n";
