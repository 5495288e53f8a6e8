import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Uuid } from "../../../../lib/http/envelope.ts";
import { Email } from "../../../../lib/text/given-email.ts";
import { operation, type CustomerIdentity } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import type { Site } from "../../../../lib/site.ts";
import type { PasswordHashing } from "../../../../ports/password-hashing.ts";
import { customerBlocked, emailNotVerified, emailOf } from "../customer.ts";
import { invalidCredentials } from "../../../../lib/http/credential-problems.ts";
import { issueCustomerToken } from "../customer-token.ts";
import { countedLogin } from "../failed-logins.ts";
import { GivenPassword, normalPassword } from "../../../../lib/secrets/password.ts";

const LoggedIn = Type.Object(
  {
    ok: Type.Literal(true),
    data: Type.Object(
      {
        token: Type.String({ description: "A JWT, for `Authorization: Bearer`. Good for seven days, or until the password changes." }),
        customer: Type.Object({ id: Uuid, email: Type.String() }, { additionalProperties: false }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** Exchanges address and password for a token. */
export const logIn = operation(
  {
    id: "logIn",
    method: "POST",
    path: "/api/v1/shop/auth/login",
    access: "key",
    cors: "site",
    limit: "credentials",
    problems: [invalidCredentials, emailNotVerified, customerBlocked],
    tags: ["Customers"],
    summary: "Sign a customer in",
    description:
      "The same answer, after about the same time, for a wrong password and an unknown address. After ten failures of an " +
      "account from one client, or a hundred from all, in a quarter of an hour: 429.",
    body: Type.Object({ email: Email, password: GivenPassword }),
    response: { 200: LoggedIn },
  },
  (deps: Deps) => {
    const { passwords } = deps;

    return async ({ site, body, client }) => {
      const email = emailOf(body.email);
      const identity = await passwords.turn({ group: site.id, client }, ({ verify }) =>
        checkPassword(deps, verify, { site, client, email, password: body.password }),
      );
      const token = await issueCustomerToken(deps, site, identity);
      return { ok: true as const, data: { token, customer: { id: identity.id, email } } };
    };
  },
);

/** The customer with the address and password. Throws the same problem, at the same cost, for a wrong password and an unknown address. */
async function checkPassword(
  deps: Pick<Deps, "sql" | "clock" | "failedLogins">,
  verify: PasswordHashing["verify"],
  { site, client, email, password }: { site: Site; client: string; email: string; password: string },
): Promise<CustomerIdentity> {
  // One row, whether or not there is a customer.
  const [storedCustomer] = await deps.sql<{
    id: string | null;
    passwordHash: string | null;
    tokenVersion: number | null;
    isVerified: boolean;
    isBlocked: boolean;
    mustBeVerified: boolean;
  }>`
    select
      customers.id,
      customers.password_hash as "passwordHash",
      customers.token_version as "tokenVersion",
      customers.email_verified_at is not null as "isVerified",
      customers.blocked_at is not null as "isBlocked",
      coalesce((sites.settings #>> '{customers,requireVerifiedEmail}')::boolean, false) as "mustBeVerified"
    from sites
    left join customers on customers.site_id = sites.id and customers.email = ${email}
    where sites.id = ${site.id}`;
  const isRight = await countedLogin(deps, site, email, client, () =>
    verify(storedCustomer?.passwordHash ?? null, normalPassword(password)),
  );
  if (!isRight || !storedCustomer || storedCustomer.id === null || storedCustomer.tokenVersion === null)
    throw new ProblemError(invalidCredentials);
  if (storedCustomer.isBlocked) throw new ProblemError(customerBlocked, { detail: "The shop has blocked this account. Contact the shop." });
  if (storedCustomer.mustBeVerified && !storedCustomer.isVerified) throw new ProblemError(emailNotVerified);
  return { id: storedCustomer.id, tokenVersion: storedCustomer.tokenVersion };
}
