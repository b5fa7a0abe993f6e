declare module "subset-font" {
  interface Options {
    readonly targetFormat?: "sfnt" | "woff" | "woff2";
    /** A number pins an axis, a range limits it. */
    readonly variationAxes?: Readonly<Record<string, number | { min?: number; max?: number }>>;
    readonly noLayoutClosure?: boolean;
  }
  /** The font reduced to the glyphs that the text needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: Options,
  ): Promise<Buffer>;
}
