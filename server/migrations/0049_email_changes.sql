-- A customer's new address, which the shop's people enter and the customer confirms.

alter table customers
  -- Replaces the address once the customer confirms it.
  add column new_email text collate "C";

alter table customer_tokens
  -- The new address that the token was mailed to: it confirms no other one.
  add column new_email text collate "C";

alter table customer_tokens drop constraint customer_tokens_purpose_check;
-- squawk-ignore constraint-missing-not-valid
alter table customer_tokens add constraint customer_tokens_purpose_check check (purpose in ('verify-email', 'reset-password', 'change-email'));
