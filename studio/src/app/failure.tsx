import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useEffect } from "react";
import { Button } from "../parts/button.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { isSignedOut, signIn } from "./api.ts";
import { NotHere } from "./not-here.tsx";
import { describeProblem } from "./problems.ts";
import { texts } from "./texts.ts";

/** In the place of a screen that could not be shown: why, and the way on. */
export function Failure({ error, reset }: { error: unknown; reset(): void }) {
  const boundary = useQueryErrorResetBoundary();
  const isOut = isSignedOut(error);
  useEffect(() => {
    if (isOut) signIn();
  }, [isOut]);
  if (isOut) return null;
  if (isAdminError(error) && error.status === 404) return <NotHere />;
  return (
    <Page title={texts.problems.title} isNarrow>
      <Empty
        icon={null}
        text={describeProblem(error)}
        action={
          <Button
            variant="primary"
            onPress={() => {
              boundary.reset();
              reset();
            }}
          >
            {texts.app.tryAgain}
          </Button>
        }
      />
    </Page>
  );
}
