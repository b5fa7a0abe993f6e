export const texts = import.meta.glob<Record<string, string>>("../ko/*.json", {
  eager: true,
  import: "default",
});
