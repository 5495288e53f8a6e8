/** The allowed origins of a site, in the matrix of credentials; the server allows `https://global.example` besides. */
export const ownOrigins = ["https://shop.example", "https://*.wild.example", "http://dev.example:8080", "https://xn--bcher-kva.example"];

/** Origins that may then read, as browsers and other programs spell them. */
export const allowed = [
  ...["https://shop.example", "https://global.example", "https://a.wild.example", "https://a-b.wild.example"],
  ...["https://0.wild.example", "http://dev.example:8080", "https://xn--bcher-kva.example", "https://SHOP.example"],
  ...["https://shop.example:443", "HTTPS://shop.example"],
];

/** Origins that may not, among them all that a careless comparison accepts. */
export const refused = [
  ...["null", "*", "https://evil.example", "http://shop.example", "https://shop.example:8443"],
  ...["https://shop.example.evil.example", "https://evilshop.example", "https://sub.shop.example", "https://shop.example."],
  ...["https://shop.example/", "https://shop.example/path", "https://shop.example?x", "https://shop.example#x"],
  ...["https://user@shop.example", "https://shop.example@evil.example", "https://shop.example%00"],
  ...["https://shop.example\\@evil.example", "https://wild.example", "https://a.b.wild.example", "https://.wild.example"],
  ...["https://-.wild.example", "https://*.wild.example", "https://a_b.wild.example", "https://evil.examplewild.example"],
  ...["https://awild.example", "http://a.wild.example", "https://a.wild.example:8443", "https://a.wild.example.evil.example"],
  ...["https://a/.wild.example", "https://evil.example/.wild.example", "https://evil.example#.wild.example"],
  ...["https://evil.example?.wild.example", "http://dev.example", "https://dev.example:8080", "http://dev.example:80"],
  ...["http://localhost:5173", "http://127.0.0.1", "file://", "chrome-extension://abc", "javascript:alert(1)"],
  ...["data:text/html,x", "shop.example", "//shop.example", "https:shop.example", "https:/shop.example"],
  ...["https:///shop.example", "https://", "https", "ftp://shop.example", "wss://shop.example"],
  ...["https://shop.example https://evil.example", "https://shop.example,https://evil.example", "https://shop%2eexample"],
  ...["https://shop.example:0443", "https://shop.example:", "https://xn--shop-example", "https://b%C3%BCcher.example"],
  ...["https://0x7f.1", "https://shop.example:99999", "about:blank", "undefined"],
];
