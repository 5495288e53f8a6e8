import Link from "next/link";
import { currentLocale } from "@/lib/locale";

export default async function NotFoundPage() {
  const { locale, words } = await currentLocale();
  return (
    <section className="hero">
      <h1>{words.notFound.title}</h1>
      <p className="lead">{words.notFound.text}</p>
      <Link className="button" href={`/${locale}`}>
        {words.notFound.back}
      </Link>
    </section>
  );
}
