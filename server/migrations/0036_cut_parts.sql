-- What was cut out of a drawing that was uploaded in parts, for the person who sent it. Null: nothing, or it is not complete.
alter table asset_uploads add column cut json;
