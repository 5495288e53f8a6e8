import { texts } from "../app/texts.ts";

/** In the place of what is being read, after a moment. */
export const Loading = () => (
  <p role="status" className="soft late">
    {texts.app.loading} …
  </p>
);
