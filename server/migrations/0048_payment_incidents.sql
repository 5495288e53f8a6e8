-- What a payment processor reports beside the state of a payment, in the timeline of the order.

alter table order_events drop constraint order_events_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table order_events add constraint order_events_kind_check check (
  kind in ('PAID', 'CANCELLED', 'FULFILLED', 'REFUNDED', 'REFUND_FAILED', 'DISPUTED', 'DISPUTE_CLOSED', 'NOTE', 'MAIL')
);
