import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("."),
  plugins: [react()],
  // Addresses are relative: the server may be reached below any path, and puts its own before those of the page.
  base: "./",
  // The first that fits decides.
  resolve: { alias: { "@vitrine/client/admin": at("../client/src/admin.ts"), "@vitrine/client": at("../client/src/index.ts") } },
  build: {
    emptyOutDir: true,
    target: "es2022",
    // The policy of the page allows no data: but pictures, so each file is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
});
