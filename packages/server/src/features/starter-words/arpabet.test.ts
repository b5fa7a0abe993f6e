import { describe, expect, it } from "vitest";
import { arpabetToIpa } from "./arpabet.ts";

describe("arpabetToIpa", () => {
  it.each([
    ["K AE1 T", "/kæt/"],
    ["AH0 B AW1 T", "/əˈbaʊt/"],
    ["L EH1 T ER0", "/ˈlɛtɚ/"],
    ["B ER1 D", "/bɝd/"],
    ["EH1 K S T R AH0", "/ˈɛkstrə/"],
    ["IH0 K S P L EY1 N", "/ɪkˈspleɪn/"],
    ["S IH1 NG ER0", "/ˈsɪŋɚ/"],
    ["Y UW2 N AH0 V ER1 S AH0 T IY0", "/ˌjunəˈvɝsəti/"],
    ["W IY1 K EH2 N D", "/ˈwiˌkɛnd/"],
    ["B IH2 T W IY1 N", "/bɪˈtwin/"],
    ["CH IH1 L D R AH0 N", "/ˈtʃɪldrən/"],
  ])("writes %s as %s", (arpabet, ipa) => {
    expect(arpabetToIpa(arpabet)).toBe(ipa);
  });

  it.each([["K QQ1 T"], ["K T"], [""]])("refuses %j", (arpabet) => {
    expect(() => arpabetToIpa(arpabet)).toThrow(RangeError);
  });
});
