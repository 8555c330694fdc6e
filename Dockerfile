# One image for the API, the worker and the command line; the command decides which.
ARG NODE_IMAGE=node:26.10.0-slim

# All packages, once. Only a changed list of packages makes this layer and the next one again.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY ingest/cli/package.json ingest/cli/gem-auctions.js ingest/cli/
COPY local/node local/node
RUN npm ci --no-update-notifier

# What the service needs at run time: plain JavaScript and WebAssembly, the same for every processor. The image has Node, so the
# optional Node package goes, and so do files for compilers and debuggers.
FROM packages AS dependencies
RUN npm prune --omit=dev --omit=optional --no-update-notifier \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# The API as one file: api/server.js.
FROM packages AS bundle
COPY deploy/bundle-api.ts deploy/no-debug.cjs deploy/
COPY config config
COPY mappings mappings
COPY api api
COPY explorer explorer
RUN node deploy/bundle-api.ts

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Gemstone Auction Data Service" \
  org.opencontainers.image.description="Gemstone auction records, statistics, price rankings and suggestions as a read-only JSON API" \
  org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 LOCAL_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY config config
COPY mappings mappings
COPY ingest ingest
COPY local/samples local/samples
# Grants the users of Elasticsearch and Redis their rights.
COPY deploy/access deploy/access
COPY deploy/elasticsearch deploy/elasticsearch
COPY deploy/redis deploy/redis
# The bundle, and the sources for the command line.
COPY --from=bundle /app/api api
COPY explorer/index.html explorer/
COPY explorer/styles explorer/styles
# The documentation that is served.
COPY docs/*.md docs/
COPY docs/operations docs/operations
# Only import files are written, below /data/imports.
RUN mkdir -p /data/imports && chown -R 1000:1000 /data
USER 1000:1000
EXPOSE 3000
# The worker answers on WORKER_PORT, the API on PORT. Without a Node for each check.
# Node is process 1: the programs take SIGTERM themselves.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/${WORKER_PORT:-${PORT:-3000}} && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["sh", "-c", "exec node --max-old-space-size=${API_HEAP_MB:-512} api/server.js"]
