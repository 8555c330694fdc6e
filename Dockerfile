# One image for the API and the worker; the command decides which.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 LOCAL_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY config config
COPY mappings mappings
COPY ingest ingest
COPY api api
COPY explorer explorer
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
EXPOSE 3000
CMD ["node", "api/server.ts"]
