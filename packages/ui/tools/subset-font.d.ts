declare module "subset-font" {
  interface Options {
    readonly targetFormat?: "sfnt" | "woff" | "woff2";
    /** An axis is pinned by a number and limited by a range. */
    readonly variationAxes?: Readonly<Record<string, number | { min?: number; max?: number }>>;
    readonly noLayoutClosure?: boolean;
  }
  /** The font with only the glyphs that the text needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: Options,
  ): Promise<Buffer>;
}
