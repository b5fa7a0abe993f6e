// Runs before the first paint: theme, text size, motion and language as last used in this browser.
try {
  const kept = JSON.parse(localStorage.getItem("wordloom.appearance") ?? "{}");
  const { documentElement: root } = document;
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  if (kept.motion === "none") root.dataset.motion = "none";
  if (typeof kept.textScale === "number") root.style.setProperty("--text-scale", kept.textScale);
  if (typeof kept.language === "string") root.lang = kept.language;
} catch {
  // Storage is refused or unreadable: use the defaults.
}
