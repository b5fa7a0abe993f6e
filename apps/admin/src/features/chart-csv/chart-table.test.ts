import { describe, expect, it } from "vitest";
import { chartTable, csvOf, fileNameOf } from "./chart-table.ts";

const days = [
  { day: "2026-11-22", count: 1_200, share: 0.25 },
  { day: "2026-11-23", count: 3, share: null },
];

const table = chartTable("Requests, by day", days, [
  { header: "Day", text: ({ day }) => `on ${day}`, value: ({ day }) => day },
  { header: "Count, all", text: ({ count }) => `${count} of them`, value: ({ count }) => count },
  { header: "Share", text: ({ share }) => `${share ?? "–"}`, value: ({ share }) => share },
]);

describe("the table behind a chart", () => {
  it("shows text for people on the screen and numbers for programs in the file", () => {
    expect(table.rows[0]).toEqual(["on 2026-11-22", "1200 of them", "0.25"]);
    expect(csvOf(table)).toBe(
      '\uFEFFDay,"Count, all",Share\r\n2026-11-22,1200,0.25\r\n2026-11-23,3,\r\n',
    );
  });

  it("writes the shown text if there is nothing else, and never a formula", () => {
    const shown = { caption: "", columns: ["Word", "Seen"], rows: [["=1+1", "88%"]] };
    expect(csvOf(shown)).toBe("\uFEFFWord,Seen\r\n'=1+1,88%\r\n");
  });

  it("gives the file a name that every system can store", () => {
    expect(fileNameOf("Requests: GET /api/words/:id")).toBe("requests-get-api-words-id.csv");
    expect(fileNameOf("各路由的请求")).toBe("各路由的请求.csv");
    expect(fileNameOf("?")).toBe("figures.csv");
  });
});
