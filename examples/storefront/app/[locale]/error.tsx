"use client";

import { useParams } from "next/navigation";
import { failureWords } from "@/messages/failure";
import { site } from "@/site.config";

/** The page that visitors see if Vitrine does not answer and the page was never kept. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const { locale } = useParams();
  const words = failureWords[site.locales.find((each) => each === locale) ?? site.defaultLocale];
  return (
    <section className="hero">
      <h1>{words.title}</h1>
      <p className="lead">{words.text}</p>
      <button className="button" onClick={reset}>
        {words.again}
      </button>
    </section>
  );
}
