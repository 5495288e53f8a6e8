import { proof } from "../../../../../../test/kit/proof.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { registerCustomer } from "./register-customer.ts";

export const registerCustomerProof = proof(registerCustomer, "own", ({ email }) => ({ body: { email, password } }));
