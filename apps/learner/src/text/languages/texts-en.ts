export const texts = import.meta.glob<Record<string, string>>("../en/*.json", {
  eager: true,
  import: "default",
});
