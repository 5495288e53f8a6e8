-- A picture that cannot be rendered is not tried again with each request: until rendered_until, nobody is to make the variant.
alter table asset_variants add column is_refused boolean not null default false;
