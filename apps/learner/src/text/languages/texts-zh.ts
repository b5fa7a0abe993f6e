export const texts = import.meta.glob<Record<string, string>>("../zh/*.json", {
  eager: true,
  import: "default",
});
