import { UserRound } from "lucide-react";
import { Button } from "../parts/button.tsx";
import styles from "./shell.module.css";
import { useSession } from "./site.tsx";

/** The name of the person who is signed in; it opens the menu of their account. */
export function PersonButton() {
  const { admin } = useSession();
  return (
    <Button variant="quiet" className={styles.person ?? ""}>
      <UserRound className="icon" aria-hidden />
      <span className={styles.personName}>{admin.name || admin.email}</span>
    </Button>
  );
}
