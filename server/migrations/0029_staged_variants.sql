-- The variants that the author of a change saw, if it changes variants: what others add or change until the release is published stays.
alter table release_changes
  add column seen_variants json;
