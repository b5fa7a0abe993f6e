declare module "subset-font" {
  interface Options {
    readonly targetFormat?: "sfnt" | "woff" | "woff2";
    /** A number pins an axis, a range limits it. */
    readonly variationAxes?: Readonly<Record<string, number | { min?: number; max?: number }>>;
    /** Four-letter tags of the layout features to keep; all by default. */
    readonly keepFeatures?: readonly string[];
  }
  /** The font reduced to the glyphs that the text needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: Options,
  ): Promise<Buffer>;
}
