import { Type, type Static } from "typebox";
import { Review } from "../../content/reviews/index.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";

const object = <T extends Parameters<typeof Type.Object>[0]>(properties: T) => Type.Object(properties, { additionalProperties: false });

const count = Type.Integer({ minimum: 0 });
const list = Type.String({
  description: "The path and query of the list that the figure counts.",
  examples: ["/api/admin/v1/sites/acme/pages?status=invalid"],
});
const figure = (description?: string) => Type.Object({ count, list }, { additionalProperties: false, ...(description && { description }) });
const Documents = object({ pages: figure(), entries: figure() });

const DayOfSales = object({
  day: Type.String({ description: "In the site's time zone.", examples: ["2026-11-20"] }),
  currency: Type.String({ examples: ["eur"] }),
  orders: Type.Integer({ minimum: 0, description: "That were paid on this day." }),
  revenue: Type.Integer({
    description: "The total of these orders, with tax and shipping, without what was refunded of them, whenever that was. In minor units.",
  }),
  list,
});

const RecentEdit = object({
  id: Uuid,
  contentType: Type.String({ description: "`page` for a page." }),
  title: Type.String(),
  slug: Type.String(),
  locale: Type.String({ description: "The locale that was edited last." }),
  updatedAt: Instant,
  editedBy: Nullable(object({ id: Uuid, name: Type.String() })),
  document: Type.String({
    description: "The path of the document.",
    examples: ["/api/admin/v1/sites/acme/pages/019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f"],
  }),
});

// Twice in one answer, so without the name of the schema.
const OwnReview = object(Review.properties);

const OfForm = object({ form: object({ slug: Type.String(), name: Type.String() }), count, list });

/** The first screen. Members that the caller may not know of are absent. */
export const Overview = Type.Object(
  {
    days: Type.Enum([7, 30, 90]),
    timeZone: Type.String({
      description: "The time zone in the site's settings, which decides when a day begins.",
      examples: ["Europe/Berlin"],
    }),
    sales: Type.Optional(
      Type.Array(DayOfSales, {
        description:
          "One row for each day and currency, also for days without sales. The currencies are the site's and every other currency with sales. Needs `orders:read`.",
      }),
    ),
    toFulfil: Type.Optional(figure("Orders that are paid and not fulfilled. Needs `orders:read`.")),
    failedPayments: Type.Optional(figure("Payments that failed within these days. Needs `payments:read`.")),
    lowStock: Type.Optional(figure("Active products with five pieces or fewer of a variant. Needs `catalog:read`.")),
    scheduled: Type.Optional(Documents),
    recentEdits: Type.Optional(Type.Array(RecentEdit, { description: "The documents that were edited last, at most eight." })),
    invalidDocuments: Type.Optional(Documents),
    reviews: Type.Optional(
      object({
        waiting: Type.Array(OwnReview, { description: "The drafts that wait for the caller's review, at most twenty." }),
        asked: Type.Array(OwnReview, {
          description: "What the caller asked others to review: open, or ended within seven days; at most twenty.",
        }),
      }),
    ),
    newSubmissions: Type.Optional(
      Type.Array(OfForm, {
        description:
          "Submissions within these days that nobody has marked as read, without spam, of the twenty forms with the most. Needs `submissions:read`.",
      }),
    ),
    storage: Type.Optional(
      object({
        fileBytes: Type.Integer({ minimum: 0, description: "The size of all files, as the quota counts them." }),
        fileQuotaBytes: Type.Integer(),
        dataBytes: Type.Integer({
          minimum: 0,
          description: "The size of documents, submissions, orders and all other data in the database, as measured in the last minutes.",
        }),
        dataQuotaBytes: Type.Integer(),
      }),
    ),
    failingWebhooks: Type.Optional(figure("Webhooks whose deliveries fail, or that were disabled for that. Needs `webhooks:write`.")),
    failedMails: Type.Optional(figure("Mails that were given up. Needs `settings:write`.")),
  },
  { $id: "Overview", additionalProperties: false },
);
export type Overview = Static<typeof Overview>;
