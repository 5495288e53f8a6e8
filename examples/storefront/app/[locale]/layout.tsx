import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { JsonLd } from "@/components/json-ld";
import { LivePreview } from "@/components/preview/live-preview";
import { ReleaseRibbon } from "@/components/preview/release-ribbon";
import { SiteFooter } from "@/components/shell/site-footer";
import { SiteHeader } from "@/components/shell/site-header";
import { currentLocale } from "@/lib/locale";
import { settings } from "@/lib/settings";
import { siteSettings } from "@/lib/site-settings";
import { site } from "@/site.config";
import "@/styles/base.css";
import "@/styles/shell.css";
import "@/styles/blocks.css";
import "@/styles/shop.css";

export const viewport: Viewport = { colorScheme: "light dark" };

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await currentLocale();
  const { title, description } = await siteSettings(locale);
  return {
    metadataBase: new URL(settings.siteUrl),
    title: { default: title, template: `%s – ${title}` },
    ...(description ? { description } : {}),
    openGraph: { siteName: title, locale },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, words } = await currentLocale();
  const { title, logo, email, theme } = await siteSettings(locale);
  return (
    <html lang={locale} data-theme={theme}>
      <body>
        <a className="skip-link" href="#content">
          {words.skipToContent}
        </a>
        <SiteHeader />
        <ReleaseRibbon />
        <main id="content" tabIndex={-1}>
          <LivePreview studio={settings.studioOrigins} locale={locale} locales={site.locales}>
            {children}
          </LivePreview>
        </main>
        <SiteFooter />
        {/* Your analytics, with its host in proxy.ts: <script defer src="https://analytics.example/script.js" data-site="shop.example" /> */}
        <JsonLd
          data={{
            "@type": "Organization",
            name: title,
            url: settings.siteUrl,
            ...(logo ? { logo: logo.url } : {}),
            ...(email ? { email } : {}),
          }}
        />
      </body>
    </html>
  );
}
