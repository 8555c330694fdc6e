# Elasticsearch out of the published library, for places without an image registry. See build-images.ts.
ARG BASE
FROM ${BASE}
COPY jdk /opt/jdk
COPY elasticsearch /usr/share/elasticsearch
COPY entrypoint.sh /usr/local/bin/elasticsearch-entrypoint.sh
# The user id of the official image, so that a volume written by the one can be read by the other.
RUN mkdir -p /usr/share/elasticsearch/data /usr/share/elasticsearch/logs \
  && chown -R 1000:0 /usr/share/elasticsearch/data /usr/share/elasticsearch/logs
USER 1000:0
WORKDIR /usr/share/elasticsearch
EXPOSE 9200
ENTRYPOINT ["/usr/local/bin/elasticsearch-entrypoint.sh"]
CMD []
