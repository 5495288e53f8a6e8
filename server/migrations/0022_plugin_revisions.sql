-- Plugins are edited by people: a change names the revision that they have seen.
alter table plugins add column revision int not null default 1;
