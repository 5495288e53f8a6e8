import { notFound } from "next/navigation";

/** An address that no other route knows gets the 404 page in its language. */
export default function UnknownPage(): never {
  notFound();
}
