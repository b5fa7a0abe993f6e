export const texts = import.meta.glob<Record<string, string>>(
  ["../en/*.json", "../../../../../packages/web/src/text/en/*.json"],
  { eager: true, import: "default" },
);
