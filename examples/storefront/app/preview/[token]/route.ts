import type { NextRequest } from "next/server";
import { localeOf } from "@/lib/locale-words";

/** The link that editors get, /preview/pv_…?locale=de, leads to the draft in that language. */
export async function GET(request: NextRequest, { params }: RouteContext<"/preview/[token]">): Promise<Response> {
  const { token } = await params;
  const { locale } = localeOf(request.nextUrl.searchParams.get("locale"));
  // The address contains a secret: nobody is to keep the answer.
  const headers = { location: `/${locale}/preview/${encodeURIComponent(token)}`, "cache-control": "no-store" };
  return new Response(null, { status: 307, headers });
}
