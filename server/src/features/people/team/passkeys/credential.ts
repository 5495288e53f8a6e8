import { Type, type Static } from "typebox";

/** Members of what browsers call `PublicKeyCredential.toJSON()` (WebAuthn, Level 3). Bytes are base64url. */
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: "^[A-Za-z0-9_-]*$" });
const common = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: Type.Literal("public-key"),
  authenticatorAttachment: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  clientExtensionResults: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 20 }),
};
const clientDataJSON = bytes(8_000);

/** What `navigator.credentials.create` gives. */
export const CreatedCredential = Type.Object(
  {
    ...common,
    response: Type.Object(
      {
        clientDataJSON,
        attestationObject: bytes(40_000),
        authenticatorData: Type.Optional(bytes(40_000)),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
        publicKeyAlgorithm: Type.Optional(Type.Integer()),
        publicKey: Type.Optional(Type.Union([bytes(4_000), Type.Null()])),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false, description: "The credential of `navigator.credentials.create`, by its `toJSON()`." },
);
export type CreatedCredential = Static<typeof CreatedCredential>;

/** What `navigator.credentials.get` gives. */
export const PresentedCredential = Type.Object(
  {
    ...common,
    response: Type.Object(
      {
        clientDataJSON,
        authenticatorData: bytes(4_000),
        signature: bytes(4_000),
        userHandle: Type.Optional(Type.Union([bytes(100), Type.Null()])),
        attestationObject: Type.Optional(Type.Union([bytes(40_000), Type.Null()])),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false, description: "The credential of `navigator.credentials.get`, by its `toJSON()`." },
);
export type PresentedCredential = Static<typeof PresentedCredential>;

export const ChallengeId = Type.String({ maxLength: 100, description: "The `challengeId` of the options. It is answered once." });
