export { forgetKept, keep, readKept } from "./platform/kept-values.ts";
export { observable, type Observable } from "./platform/observable.ts";
export { saveBlob, saveFile } from "./platform/save-file.ts";
export { useObservable } from "./platform/use-observable.ts";
