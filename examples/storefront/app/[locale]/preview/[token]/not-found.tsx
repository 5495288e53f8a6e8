import { currentLocale } from "@/lib/locale";

export default async function PreviewNotFound() {
  const { words } = await currentLocale();
  return (
    <section className="hero">
      <h1>{words.preview.missingTitle}</h1>
      <p className="lead">{words.preview.missingText}</p>
    </section>
  );
}
