# The OpenEnv server, for a Hugging Face Space or anywhere else:
#   docker build -t fettle . && docker run --rm -p 8000:8000 fettle
# In a Space's README.md: sdk: docker, app_port: 8000.

FROM node:20-slim AS build
WORKDIR /fettle
COPY package.json package-lock.json .npmrc ./
# The build belongs to `prepare`, which needs the sources: install first, so that this layer is kept while they change.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /fettle
COPY --from=build /fettle/package.json ./
COPY --from=build /fettle/node_modules ./node_modules
COPY --from=build /fettle/dist ./dist
# Spaces run containers as user 1000, which is what `node` is here.
USER node
# PORT and FETTLE_HOST are read by `fettle serve`.
ENV PORT=8000 FETTLE_HOST=0.0.0.0
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "api-debug"]
