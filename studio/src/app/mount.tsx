import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { Toasts } from "../parts/toast.tsx";
import { queries } from "./api.ts";
import { keepFocus } from "./keep-focus.ts";
import { router } from "./router.tsx";
import { ConfirmSignIn } from "./confirm-sign-in.tsx";
import { language } from "./texts.ts";

export function mount(): void {
  const place = document.getElementById("root");
  if (!place) throw new Error("The page has no element for the studio.");
  keepFocus();
  createRoot(place).render(
    <StrictMode>
      <I18nProvider locale={language}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <ConfirmSignIn />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
}
