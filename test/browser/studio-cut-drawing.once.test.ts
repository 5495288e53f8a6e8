import { describe, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("an uploaded drawing in the studio", { timeout: 120_000 }, () => {
  const desk = studio(demoBrowser());

  test("tells what was cut out of it", async () => {
    const page = await desk.open("/media");
    const content = '<title>unsafe</title><script>1</script><image href="http://example.com/a.png"/>';
    const buffer = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">${content}</svg>`);
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles([{ name: "unsafe.svg", mimeType: "image/svg+xml", buffer }]);
    await page.getByText("For safety, these parts of the drawing were removed: <script>, <image href>").waitFor();
  });
});
