-- Reserved: a change that is on its way has this number.
select 1;
