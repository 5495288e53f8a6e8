"use client";

import { useEffect, useState } from "react";
import { previewRelease } from "@/actions/preview";

/** The studio's link to a release has its token behind the #, where no log sees it. From then on, the browser sees the release. */
export function ReleaseEntrance({ endedText }: { endedText: string }) {
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    const enter = async () => {
      const token = new URLSearchParams(location.hash.slice(1)).get("preview");
      if (!token) return;
      history.replaceState(null, "", location.pathname + location.search);
      if (await previewRelease(token).catch(() => false)) location.reload();
      else setEnded(true);
    };
    void enter();
    addEventListener("hashchange", enter);
    return () => removeEventListener("hashchange", enter);
  }, []);
  if (!hasEnded) return null;
  return (
    <p className="preview-ribbon" role="status">
      {endedText}
    </p>
  );
}
