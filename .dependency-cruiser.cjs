// The folder matrix of ARCHITECTURE.md as machine-checked rules. Tests may import anything: they join parts that the
// product keeps apart. `test/boundaries.test.ts` plants bad imports and fails when a rule here stops catching them.
const SRC = 'packages/daemon/src';
const TEST_FILE = '\\.(test|conformance)\\.ts$';

const allowed = {
  core: [],
  config: ['core'],
  capture: ['core'],
  extract: ['core'],
  store: ['core'],
  install: ['core'],
  session: ['core'],
  upkeep: ['core', 'capture', 'store'],
  ingest: ['core', 'capture', 'extract', 'store', 'upkeep'],
  health: ['core', 'ingest', 'store', 'upkeep', 'offload'],
  pipes: ['core', 'store'],
  sync: ['core', 'store'],
  offload: ['core', 'store', 'sync'],
  ask: ['core', 'ingest', 'store'],
  serve: ['core', 'store', 'ingest', 'upkeep', 'health', 'pipes', 'sync', 'offload', 'ask'],
};

const direction = Object.entries(allowed).map(([from, to]) => ({
  name: `${from}-imports`,
  severity: 'error',
  comment: `${from} may import only: ${['itself', ...to].join(', ')}`,
  from: { path: `^${SRC}/${from}/`, pathNot: TEST_FILE },
  to: { path: `^${SRC}/`, pathNot: [from, ...to].map((folder) => `^${SRC}/${folder}/`) },
}));

/** `capture/x11` and `capture/wayland` are the connections that several sources share; the recorder and what belongs to it join the sources. */
const SHARED_BY_SOURCES = '(x11|wayland)';
const JOINS_SOURCES = '(recorder|triggers|exclusions)';

const siblings = ['extract/[^/]+', 'serve/routes', 'sync/backends'].map((area) => ({
  name: `no-sibling-${area.split('/')[0]}`,
  severity: 'error',
  comment: 'adapters do not know each other',
  from: { path: `^${SRC}/(${area})/([^/]+)/`, pathNot: TEST_FILE },
  to: { path: `^${SRC}/$1/[^/]+/`, pathNot: `^${SRC}/$1/$2/` },
}));

module.exports = {
  forbidden: [
    ...direction,
    ...siblings,
    {
      name: 'no-sibling-capture',
      severity: 'error',
      comment: 'sources do not know each other, nor who joins them',
      from: {
        path: `^${SRC}/capture/([^/]+)/`,
        pathNot: [TEST_FILE, `^${SRC}/capture/${JOINS_SOURCES}/`],
      },
      to: {
        path: `^${SRC}/capture/[^/]+/`,
        pathNot: [`^${SRC}/capture/$1/`, `^${SRC}/capture/${SHARED_BY_SOURCES}/`],
      },
    },
    {
      name: 'only-client',
      severity: 'error',
      comment: 'web, cli and mcp talk to the service over HTTP, through the client package only',
      from: { path: '^packages/(web|cli|mcp)/', pathNot: TEST_FILE },
      to: { path: '^packages/', pathNot: '^packages/($1|client)/' },
    },
    {
      name: 'hub-stands-alone',
      severity: 'error',
      comment: 'the hub knows nothing of ours but the wire types that it shares with sync',
      from: { path: '^packages/hub/', pathNot: TEST_FILE },
      to: { path: '^packages/', pathNot: '^packages/(hub/|client/src/hub-wire\\.ts$)' },
    },
    {
      name: 'screen-ocr-stands-alone',
      severity: 'error',
      comment: 'reading screens is its own library: it knows nothing of the service',
      from: { path: '^packages/screen-ocr/', pathNot: TEST_FILE },
      to: { path: '^packages/', pathNot: '^packages/screen-ocr/' },
    },
    {
      name: 'client-is-portable',
      severity: 'error',
      comment: 'the client runs in browsers too: no Node modules, nothing of ours',
      from: { path: '^packages/client/', pathNot: TEST_FILE },
      to: { pathNot: '^packages/client/' },
    },
    {
      name: 'sqlite-only-in-store',
      severity: 'error',
      comment:
        'SQL has one home: store/ (and embedded/ of the hub). The data folder borrows the file lock of SQLite and keeps no data in it',
      from: {
        path: '^packages/',
        pathNot: [
          `^${SRC}/store/`,
          `^${SRC}/core/folders/data-folder\\.ts$`,
          '^packages/hub/src/embedded/',
          TEST_FILE,
        ],
      },
      to: { path: 'better-sqlite3|^(node:)?sqlite$' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'an import that cannot be resolved is an import no other rule here can judge',
      from: {},
      // This one has types alone, and no condition of Node leads to them.
      to: { couldNotResolve: true, pathNot: '^@schummar/icu-type-parser$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/web/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
