const number = "(?:0|[1-9]\\d{0,8})";
const preRelease = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const build = "[0-9A-Za-z-]+";

const version =
  `${number}\\.${number}\\.${number}` +
  `(?:-${preRelease}(?:\\.${preRelease})*)?(?:\\+${build}(?:\\.${build})*)?`;

/** A version by semver.org 2.0.0; each of the three numbers has at most nine digits. */
export const semverForm = new RegExp(`^${version}$`);

/** The same for tags, which may begin with `v`. */
export const semverTagForm = new RegExp(`^v?${version}$`);
