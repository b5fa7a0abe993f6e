/**
 * What a page of the apps may load: only its own files, no inline scripts or styles, no code from
 * strings, and no frame around it.
 *
 * - `data:` and `blob:` images are drawn or chosen in the browser itself: a picture before upload.
 * - `blob:` media are sounds kept in the browser database.
 * - Objects and frames are forbidden by `default-src`.
 *
 * @param imageHosts  PACK_IMAGE_HOSTS: addresses of hosts whose pictures resource packs show
 */
const policyFor = (imageHosts: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...imageHosts].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Browser features that the apps do not use, disabled so that no script can use them. */
const UNUSED = [
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid"],
  ...["magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"],
];

/**
 * The security headers of the apps' files, in addition to those of every reply. All files have
 * them, because images and workers can be opened directly, where only their own headers count.
 */
export const pageHeaders = (imageHosts: readonly string[]) => ({
  "content-security-policy": policyFor(imageHosts),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": UNUSED.map((name) => `${name}=()`).join(", "),
});
