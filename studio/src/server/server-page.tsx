import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { studioPath } from "../app/api.ts";
import { NotHere } from "../app/not-here.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { useSession } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Page } from "../parts/page.tsx";
import { People } from "./people.tsx";
import styles from "./server.module.css";
import { ServerHealth } from "./server-health.tsx";
import { ServerSites } from "./server-sites.tsx";

const tabs = ["sites", "people", "health"] as const;
type TabName = (typeof tabs)[number];
const screens = { sites: ServerSites, people: People, health: ServerHealth };

const tabInAddress = (): TabName => tabs.find((name) => location.hash === `#${name}`) ?? "sites";

/** The place of those who run the server. It belongs to no site. */
export function ServerPage() {
  const { admin } = useSession();
  const { server } = shopTexts;
  const [tab, setTab] = useState(tabInAddress);
  useEffect(() => {
    const follow = () => setTab(tabInAddress());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  if (!admin.isOperator) return <NotHere />;
  return (
    <>
      <header className={styles.top}>
        <a href={`${studioPath}/?all`}>
          <ArrowLeft className="icon" aria-hidden />
          {texts.nav.sites}
        </a>
      </header>
      <main>
        <Page title={server.title} text={server.text}>
          <Tabs
            selectedKey={tab}
            onSelectionChange={(name) => {
              setTab(name as TabName);
              history.replaceState(history.state, "", `#${String(name)}`);
            }}
          >
            <TabList aria-label={server.title} className={styles.tabs ?? ""}>
              {tabs.map((name) => (
                <Tab key={name} id={name} className={styles.tab ?? ""}>
                  {server.tabs[name]}
                </Tab>
              ))}
            </TabList>
            {tabs.map((name) => {
              const Screen = screens[name];
              return (
                <TabPanel key={name} id={name} className={styles.panel ?? ""}>
                  <Screen />
                </TabPanel>
              );
            })}
          </Tabs>
        </Page>
      </main>
    </>
  );
}
