#!/bin/sh
# Run once, by the PostgreSQL image, when its volume is empty.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres <<'SQL'
create role vitrine login password :'password';
create database vitrine owner vitrine encoding 'UTF8' template template0;
SQL
