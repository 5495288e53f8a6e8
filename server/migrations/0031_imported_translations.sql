-- What the last import wrote of a translation, so that the next one overwrites nothing that somebody has changed since. A revision of 0 is a draft that no
-- import wrote. Null: no import.
alter table translations
  add column imported_revision int,
  add column imported_version_id uuid;
