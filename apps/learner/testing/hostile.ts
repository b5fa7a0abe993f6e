/** Texts of an attacker; each sets `__ran` in the page if it is executed. */
const CALL = "globalThis.__ran=1";

/** Ways to run code from text. */
const acts = [
  `<script>${CALL}</script>`,
  `<script src=data:text/javascript,${CALL}></script>`,
  `<img src=x onerror=${CALL}>`,
  `<img src=x onerror="${CALL}" alt="">`,
  `<image href=x onerror=${CALL}>`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<svg><a href="javascript:${CALL}">x</a></svg>`,
  `<svg><foreignObject><img src=x onerror=${CALL}>`,
  `<math><mi xlink:href="javascript:${CALL}">x</mi></math>`,
  `<body onload=${CALL}>`,
  `<iframe src="javascript:parent.__ran=1"></iframe>`,
  `<iframe srcdoc="<script>parent.__ran=1</script>">`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<video><source onerror=${CALL}></video>`,
  `<audio src=x onerror=${CALL}></audio>`,
  `<details open ontoggle=${CALL}>x</details>`,
  `<input autofocus onfocus=${CALL}>`,
  `<select autofocus onfocus=${CALL}>`,
  `<textarea autofocus onfocus=${CALL}>`,
  `<button autofocus onfocus=${CALL}>x</button>`,
  `<a href="javascript:${CALL}" autofocus>x</a>`,
  `<form action="javascript:${CALL}"><button>x`,
  `<marquee onstart=${CALL}>x</marquee>`,
  `<style onload=${CALL}></style>`,
  `<style>@import "javascript:${CALL}"</style>`,
  `<link rel=stylesheet href=x onerror=${CALL}>`,
  `<base href="javascript:/${CALL}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<p style="animation:x 1s" onanimationstart=${CALL}>`,
  `<div popover onbeforetoggle=${CALL}>x</div>`,
  `<dialog open oncancel=${CALL}>x</dialog>`,
  `<template><script>${CALL}</script></template>`,
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}//x`,
  `data:text/html,<script>${CALL}</script>`,
  `{{constructor.constructor("${CALL}")()}}`,
  "${" + CALL + "}",
  `<%= ${CALL} %>`,
  `#{${CALL}}`,
  `{count, plural, other {<b>${CALL}</b>}}`,
  `'-(${CALL})-'`,
  `\\u003cimg src=x onerror=${CALL}\\u003e`,
  `&lt;img src=x onerror=${CALL}&gt;`,
  `<<script>${CALL}//<</script>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `\u202E>${CALL}=rorreno x=crs gmi<`,
  `\u2066<img src=x onerror=${CALL}>\u2067`,
] as const;

/** Ways to break out of the context of a text. */
const wraps: readonly ((act: string) => string)[] = [
  (act) => act,
  (act) => `">${act}`,
  (act) => `'>${act}<!--`,
  (act) => `</textarea></title></script>${act}`,
];

/** 200 payloads; each ends with its own number, to be found by. */
export const payloads: readonly string[] = wraps.flatMap((wrap, way) =>
  acts.map((act, at) => `${wrap(act)} ${way * acts.length + at + 1000}`),
);
