# A small image of one process, for a read-only root: everything it writes is in /data.
#   docker build -t lettermill .
#   docker run --init --read-only -p 127.0.0.1:3000:3000 -v lettermill:/data lettermill
# What else is to be set, and how to look after it: docs/operating.md
# The digest is that of the index with all platforms. For a newer one: docker buildx imagetools inspect node:26-slim
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# the image has a Node of its own, so the packaged one is left out
RUN npm ci --omit=dev --omit=optional

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
# where SQLite puts what it needs for a moment: /tmp may be read-only, and has no room for `compact`
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SQLITE_TMPDIR=/data
RUN install -d -m 700 -o node -g node /data
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY docs ./docs
COPY generated ./generated
COPY scripts/mock ./scripts/mock
COPY scripts/sandbox ./scripts/sandbox
COPY src ./src
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# without a shell or npm in between, so that SIGTERM reaches the server
CMD ["node", "src/start.js"]
