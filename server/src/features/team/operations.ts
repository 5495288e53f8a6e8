import { getSession } from "./admin/get-session.ts";
import { signIn } from "./admin/sign-in.ts";
import { signOut } from "./admin/sign-out.ts";

export const teamOperations = [signIn, getSession, signOut];
