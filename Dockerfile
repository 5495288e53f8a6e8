# syntax=docker/dockerfile:1
#
#   docker build --tag vitrine:0.1.0 .
#   docker run --rm --publish 127.0.0.1:3000-3002:3000-3002 vitrine:0.1.0 serve --demo
#
# docs/run/deploying.md has the rest. To pin the base to the byte, ask for its digest and give it in place of the tag:
#   docker buildx imagetools inspect node:24.21.0-bookworm-slim
#   docker build --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:… .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY demo/package.json demo/
COPY sandbox/package.json sandbox/
COPY server/package.json server/
COPY studio/package.json studio/

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY sandbox/src sandbox/src
COPY server/build.js server/
COPY server/src server/src
COPY client/src client/src
COPY studio/build.js studio/index.html studio/vite.config.ts studio/
COPY studio/src studio/src
RUN npm run build --workspace server

FROM manifests AS production
RUN npm ci --ignore-scripts --omit=dev --workspace server --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Vitrine" \
      org.opencontainers.image.description="Multi-site content and storefront server with one public HTTP API" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
# Where a volume is mounted, it takes the owner of what it covers.
RUN mkdir -p /data/media && chown -R 1000:1000 /data && ln -s /app/server/bin/vitrine.js /usr/local/bin/vitrine
WORKDIR /app
COPY --from=production /app/node_modules node_modules
COPY --from=production /app/demo demo
COPY --from=production /app/server server
COPY LICENSE ./
COPY server/bin server/bin
COPY server/migrations server/migrations
COPY server/reference server/reference
COPY server/sign-in server/sign-in
COPY server/starter server/starter
COPY demo/fjord-and-form.yaml demo/
COPY demo/illustrations demo/illustrations
COPY demo/pictures demo/pictures
COPY demo/front demo/front
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/studio server/studio

# Everything else is said where the image is run. No secret has a place here.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data

# The user "node" of the base image, as a number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process lives, and not whether its database does: a restart would not bring that back. Proxies ask /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT || process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No npm and no shell in between: the server is the first process, and hears signals itself.
ENTRYPOINT ["node", "server/dist/cli.js"]
CMD ["serve"]
