export { basePathInDevelopment } from "./development-base.ts";
export { layerOrder } from "./layer-order.ts";
export { parsedTexts } from "./parsed-texts.ts";
export { sharedFiles } from "./shared-files.ts";
export { strippedEndpoints } from "./stripped-endpoints.ts";
