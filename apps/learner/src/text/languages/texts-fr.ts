export const texts = import.meta.glob<Record<string, string>>("../fr/*.json", {
  eager: true,
  import: "default",
});
