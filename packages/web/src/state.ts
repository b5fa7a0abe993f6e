export { forgetKept, keep, readKept } from "./platform/kept-values.ts";
export { observable, type Observable } from "./platform/observable.ts";
export { saveFile } from "./platform/save-file.ts";
export { useObservable } from "./platform/use-observable.ts";
