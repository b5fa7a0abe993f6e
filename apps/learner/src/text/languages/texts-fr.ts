export const texts = import.meta.glob<Record<string, string>>(
  ["../fr/*.json", "../../../../../packages/web/src/text/fr/*.json"],
  { eager: true, import: "default" },
);
