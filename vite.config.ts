import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'

export default defineConfig({
  root: 'src/client',
  plugins: [react(), precompress()],
  // The server replaces the placeholder with a fresh nonce in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The content security policy has no `data:` for scripts and fonts, and pictures are cached better as files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'sw.ts'].map((entry) => join(import.meta.dirname, 'src/client', entry)),
      output: {
        // A service worker is found, and renewed, by its name.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
