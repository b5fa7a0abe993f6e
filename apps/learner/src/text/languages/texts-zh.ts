export const texts = import.meta.glob<Record<string, string>>(
  ["../zh/*.json", "../../../../../packages/web/src/text/zh/*.json"],
  { eager: true, import: "default" },
);
