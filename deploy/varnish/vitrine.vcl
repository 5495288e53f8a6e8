# Varnish in front of the hosts of sites (docs/run/behind-a-cdn.md). Test: test/machines/varnish.machines.test.ts.
vcl 4.1;

import directors;
import std;

# As /readyz says: a server that is down or shutting down gets no requests.
probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

backend first {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = ready;
}

backend second {
  .host = "127.0.0.1";
  .port = "3001";
  .probe = ready;
}

# The servers of Vitrine, which send the purges.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_init {
  new servers = directors.round_robin();
  servers.add_backend(first);
  servers.add_backend(second);
}

sub vcl_recv {
  set req.backend_hint = servers.backend();

  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403));
    }
    # Tags have no other characters, so that they are a pattern as they are.
    if (req.http.Surrogate-Key !~ "^[A-Za-z0-9/:-]+( [A-Za-z0-9/:-]+)*$") {
      return (synth(400));
    }
    if (std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
      return (synth(200, "Purged"));
    }
    return (synth(503, "Not purged"));
  }

  # While a server is there, nothing older than a minute beyond its time. Without one, what there is.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 60s;
  }

  # Accounts, orders and payments are for one person each, and so is a preview.
  if ((req.method != "GET" && req.method != "HEAD")
      || req.http.X-Preview
      || req.url ~ "^/api/v1/shop/(account|auth|checkout)"
      || req.url ~ "^/api/public/v1/plugins/svc\.payments/") {
    return (pass);
  }

  # Everything else answers everybody alike: Vitrine reads none of these there.
  unset req.http.Authorization;
  unset req.http.Cookie;
  unset req.http.X-Api-Key;
  return (hash);
}

sub vcl_backend_response {
  if (beresp.status >= 400) {
    # The page may be there in a moment.
    set beresp.ttl = 1s;
    set beresp.grace = 0s;
    set beresp.uncacheable = true;
    # An answer that is there stays, for as long as no better one comes.
    if (bereq.is_bgfetch && beresp.status >= 500) {
      return (abandon);
    }
    return (deliver);
  }
  if (beresp.http.Cache-Control ~ "stale-if-error") {
    set beresp.grace = 24h;
  }
}

sub vcl_deliver {
  # For caches alone.
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
}
