/** Structured data for search engines (https://schema.org). */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // `<` would let a text of the content end the script: "</script>". In JSON it may be written as an escape.
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
