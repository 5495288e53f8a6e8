import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { JsonLd } from "@/components/json-ld";
import { SiteFooter } from "@/components/shell/site-footer";
import { SiteHeader } from "@/components/shell/site-header";
import { currentLocale } from "@/lib/locale";
import { settings } from "@/lib/settings";
import { site } from "@/site.config";
import "@/styles/base.css";
import "@/styles/shell.css";
import "@/styles/blocks.css";
import "@/styles/shop.css";

export const viewport: Viewport = { colorScheme: "light dark" };

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await currentLocale();
  return {
    metadataBase: new URL(settings.siteUrl),
    title: { default: site.name, template: `%s – ${site.name}` },
    openGraph: { siteName: site.name, locale },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, words } = await currentLocale();
  return (
    <html lang={locale}>
      <body>
        <a className="skip-link" href="#content">
          {words.skipToContent}
        </a>
        <SiteHeader />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
        <JsonLd data={{ "@type": "Organization", name: site.name, url: settings.siteUrl }} />
      </body>
    </html>
  );
}
