# Node 26 and npm on Debian, for places without an image registry. See build-images.ts.
ARG BASE
FROM ${BASE}
COPY bin/node /usr/local/bin/node
# npm trusts in the image whom it trusts on this machine: there may be a mirror in between.
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
CMD ["node"]
