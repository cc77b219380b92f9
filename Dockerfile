# The service, built from its sources: a slim image that runs as a user of its own and writes to /data only.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production SERVICE_DATA_DIR=/data SERVICE_RULESET_ROOT=/rules SERVICE_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/rulesets /rules
RUN mkdir /data && chown node:node /data
USER node
VOLUME ["/data"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "dist/cli.js", "healthcheck"]
ENTRYPOINT ["node", "dist/cli.js"]
CMD ["serve"]
