import { defineConfig } from 'vite';

// Built ahead and served by the service under /app, because the paths next to it are its interface.
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  esbuild: { jsx: 'automatic' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Nothing is inlined: the content policy allows no data addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
