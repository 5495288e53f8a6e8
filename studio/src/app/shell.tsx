import { Link, useLocation } from "@tanstack/react-router";
import {
  BadgePercent,
  ExternalLink,
  FileText,
  Files,
  Gift,
  Image,
  Inbox,
  LayoutDashboard,
  Menu as MenuIcon,
  Package,
  Rocket,
  Settings,
  Shapes,
  ShoppingBag,
  Users,
} from "lucide-react";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { UploadList } from "../media/upload-list.tsx";
import { Button } from "../parts/button.tsx";
import { Palette } from "./palette.tsx";
import styles from "./shell.module.css";
import { useRecents } from "./recents.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { PersonButton } from "./person-button.tsx";
import { useSite } from "./site.tsx";
import { useSiteEvents } from "./site-events.ts";
import { texts } from "./texts.ts";

// Menus weigh as much as a place: the frame does not wait for them.
const PersonMenu = lazy(() => import("./person-menu.tsx").then((loaded) => ({ default: loaded.PersonMenu })));
// The types that they need are read after the frame is there.
const EntryPlaces = lazy(() => import("./entry-places.tsx").then((loaded) => ({ default: loaded.EntryPlaces })));

/** The places of a site, for those who may see them. */
const places = [
  { path: "", name: "overview", icon: LayoutDashboard, permission: "site:read" },
  { path: "/pages", name: "pages", icon: FileText, permission: "content:read" },
  { path: "/entries", name: "entries", icon: Files, permission: "content:read" },
  { path: "/releases", name: "releases", icon: Rocket, permission: "content:read" },
  { path: "/products", name: "products", icon: Package, permission: "catalog:read" },
  { path: "/discounts", name: "discounts", icon: BadgePercent, permission: "catalog:read" },
  { path: "/gift-cards", name: "giftCards", icon: Gift, permission: "orders:read" },
  { path: "/orders", name: "orders", icon: ShoppingBag, permission: "orders:read" },
  { path: "/customers", name: "customers", icon: Users, permission: "customers:read" },
  { path: "/forms", name: "forms", icon: Inbox, permission: "submissions:read" },
  { path: "/media", name: "media", icon: Image, permission: "media:read" },
  { path: "/model", name: "model", icon: Shapes, permission: "site:read" },
  { path: "/settings", name: "settings", icon: Settings, permission: "site:read" },
] as const;

/** The frame around every place of a site. */
export function Shell({ children }: { children: ReactNode }) {
  const { slug, site, may } = useSite();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useSiteEvents();
  useRecents(slug);
  useEffect(() => setOpen(false), [pathname]);
  const base = `/sites/${slug}`;
  // An editor needs the room: the places are icons there.
  const isEditor = /^\/sites\/[^/]+\/(pages\/[^/]+|entries\/[^/]+\/[^/]+|releases\/[^/]+)\//.test(pathname);
  /** `isInside`: the present place is one within it that the frame shows, too. */
  const placeLink = ({ path, name, icon: Icon }: (typeof places)[number], isInside = false) => (
    <li key={name}>
      <Link
        to={base + path}
        className={styles.place ?? ""}
        activeProps={{ className: styles.here ?? "", "aria-current": "page" }}
        activeOptions={{ exact: path === "" || isInside }}
      >
        <Icon className="icon" aria-hidden />
        <span className={styles.words}>{texts.nav[name]}</span>
      </Link>
    </li>
  );
  return (
    <div className={`${styles.shell} ${isEditor ? styles.slim : ""}`}>
      <a href="#content" className={styles.skip}>
        {texts.app.skip}
      </a>
      <header className={styles.bar}>
        <Button variant="quiet" label={texts.app.menu} aria-expanded={isOpen} aria-controls="places" onPress={() => setOpen(!isOpen)}>
          <MenuIcon className="icon" aria-hidden />
        </Button>
        <strong>{site.name}</strong>
      </header>
      <aside id="places" aria-label={site.name} className={`${styles.side} ${isOpen ? styles.open : ""}`}>
        <p className={styles.name}>{site.name}</p>
        <Palette base={base} isSlim={isEditor} />
        <nav aria-label={texts.nav.label}>
          <ul className={styles.places}>
            {places
              .filter(({ permission }) => may(permission))
              .map((place) =>
                place.name === "entries" ? (
                  <Suspense key={place.name} fallback={placeLink(place)}>
                    <EntryPlaces link={(isInside) => placeLink(place, isInside)} />
                  </Suspense>
                ) : (
                  placeLink(place)
                ),
              )}
          </ul>
        </nav>
        <div className={styles.foot}>
          {site.storefrontUrl !== null && (
            <a href={site.storefrontUrl} target="_blank" rel="noreferrer" className={styles.place}>
              <ExternalLink className="icon" aria-hidden />
              <span className={styles.words}>{texts.nav.viewSite}</span>
            </a>
          )}
          <Suspense fallback={<PersonButton />}>
            <PersonMenu />
          </Suspense>
        </div>
      </aside>
      {isOpen && <button type="button" className={styles.veil} aria-label={texts.app.close} onClick={() => setOpen(false)} />}
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Shortcuts />
      <UploadList />
    </div>
  );
}
