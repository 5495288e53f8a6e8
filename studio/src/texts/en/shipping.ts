export const shipping = {
  shipping: {
    sendTitle: (count: number) => (count === 1 ? "Send 1 order" : `Send ${count} orders`),
    sendCount: (count: number) => (count === 1 ? "Mark 1 as sent" : `Mark ${count} as sent`),
    commonCarrier: "Carrier of all parcels",
    commonCarrierHint: "You can name another one beside an order.",
    commonUrl: "Tracking link of all parcels",
    commonUrlHint: "Write {number} where the tracking number belongs.",
    tellBuyers: "Tell the buyers by mail",
    list: "Orders to send",
    carrierOf: (number: number) => `Carrier of order ${number}`,
    trackingOf: (number: number) => `Tracking number of order ${number}`,
    mail: "Mail",
    mailOf: (number: number) => `Mail about order ${number}`,
    pasteHint: "Paste a column of tracking numbers into a field, and it fills the rows below. Enter leads to the next order.",
    pasted: (count: number) => (count === 1 ? "1 tracking number is filled in." : `${count} tracking numbers are filled in.`),
    pastedTooMany: (count: number) =>
      count === 1 ? "1 line was left out: no order belongs to it." : `${count} lines were left out: no order belongs to them.`,
    sameNumber: (number: number) => `Order ${number} has the same number.`,
    tracked: (count: number, all: number) => `${count} of ${all} have a tracking number.`,
    nothing: "None of these orders can be sent: they are not paid, or they were sent already.",
    leftOut: (count: number) =>
      count === 1
        ? "1 selected order is left out: it is not paid, or it was sent already."
        : `${count} selected orders are left out: they are not paid, or they were sent already.`,
    notSent: "Nothing was sent. Solve what stands beside the orders, then try again.",
    changed: "This order has changed meanwhile. Look at it again.",
    badTracking: "This tracking is not valid. Shorten it, or correct the link.",
    sent: (count: number) => (count === 1 ? "1 order is marked as sent." : `${count} orders are marked as sent.`),
    sentAndTold: (count: number, mails: number) =>
      `${count === 1 ? "1 order is marked as sent" : `${count} orders are marked as sent`}, and ${mails === 1 ? "1 buyer gets a mail" : `${mails} buyers get a mail`}.`,
    cancel: "Cancel orders",
    cancelTitle: (count: number) => (count === 1 ? "Cancel 1 order?" : `Cancel ${count} orders?`),
    cancelText: "The buyers can no longer pay, and the items go back into stock.",
    onlyUnpaid: (count: number) =>
      count === 1
        ? "1 selected order stays as it is, because only unpaid orders can be cancelled."
        : `${count} selected orders stay as they are, because only unpaid orders can be cancelled.`,
    cancelled: (count: number) => (count === 1 ? "1 order is cancelled." : `${count} orders are cancelled.`),
    notCancelled: "Not cancelled",
    notTried: "Not tried, because the payment processor was too slow. Try again.",
    atMost: (most: number) => `At most ${most} orders at once.`,
    selectFirst: (most: number) => `Select the first ${most}`,
    slips: "Packing slips",
    slip: "Packing slip",
    print: "Print",
    shipTo: "Ship to",
    noShippingAddress: "No shipping address",
    item: "Item",
    sku: "SKU",
    quantity: "Quantity",
    allUnits: "Items in all",
    emptySlips: (numbers: string) => `Nothing is left to send of ${numbers}.`,
    noSlips: "Nothing is left to send. Select other orders.",
  },
};
