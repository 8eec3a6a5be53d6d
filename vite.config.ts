import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type CSSModulesOptions, type EnvironmentOptions } from 'vite'
import { z } from 'zod'
import { compileAhead } from './scripts/vite-plugins/compile-ahead.ts'
import { firstViewStyles } from './scripts/vite-plugins/first-view-styles.ts'
import { nonceMeta } from './scripts/vite-plugins/nonce-meta.ts'
import { paintFirst } from './scripts/vite-plugins/paint-first.ts'
import { precompress } from './scripts/vite-plugins/precompress.ts'
import { shareSky } from './scripts/vite-plugins/share-sky.ts'

const manifestSchema = z.object({ version: z.string() })
const manifest = manifestSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')),
)

const CLIENT = join(import.meta.dirname, 'src/client')

const PLUGINS = [
  react(),
  shareSky(CLIENT),
  firstViewStyles(),
  nonceMeta(),
  paintFirst(),
  compileAhead(),
  precompress(),
]

/** Returns a build of its own, so that nothing of a document can reach what visitors load. */
function documentOf(name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: '../../dist/client',
      // The visitors' files, built before, lie there too.
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(CLIENT, `${name}.html`),
        output: {
          entryFileNames: `assets/${name}/[name]-[hash].js`,
          chunkFileNames: `assets/${name}/[name]-[hash].js`,
          assetFileNames: ({ names }) =>
            names.some((file) => file.endsWith('.css'))
              ? `assets/${name}/[name]-[hash][extname]`
              : 'assets/[name]-[hash][extname]',
        },
      },
    },
  }
}

/** Returns how the classes of a style sheet are named. */
function modulesFor(command: 'build' | 'serve'): CSSModulesOptions {
  return {
    localsConvention: 'camelCaseOnly',
    ...(command === 'build' && { generateScopedName: nameClass }),
  }
}

/**
 * Returns a short name for a class, since they stand in the styles, the scripts and the document of
 * every first view. Those of a file begin alike, which gzip likes.
 */
function nameClass(name: string, file: string, styles: string): string {
  const path = relative(CLIENT, file.replace(/\?.*$/, ''))
  const ofFile = createHash('sha256').update(path).digest('base64url').slice(0, 4)
  const place = [...new Set(styles.match(/[\w-]+/g))].indexOf(name)
  return `_${ofFile}${place.toString(36)}`
}

export default defineConfig(({ command }) => ({
  define: { APP_VERSION: JSON.stringify(manifest.version) },
  root: 'src/client',
  plugins: PLUGINS,
  // The server replaces the placeholder with a fresh nonce in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  worker: { format: 'es' },
  css: { modules: modulesFor(command) },
  build: {
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy has no `data:` for scripts and fonts, and pictures are cached better as files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // One build makes all: what visitors load, what donors and hosts load, and what the server draws
  // the first view with.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: '../../dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['index.html', 'sw.ts'].map((entry) => join(CLIENT, entry)),
          output: {
            // A service worker is found, and renewed, by its name.
            entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
            // One file for the first view: parts that share with it would cut it into several.
            codeSplitting: {
              groups: [{ name: 'main', tags: ['$initial'], test: /^(?!.*\/sw\.ts$)/ }],
            },
          },
        },
      },
    },
    host: documentOf('host'),
    me: documentOf('me'),
    recap: documentOf('recap'),
    preview: documentOf('preview'),
    ssr: {
      // Everything in one file, so that the server needs nothing that only builds the page.
      resolve: { noExternal: true },
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        outDir: '../../dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: join(CLIENT, 'first-view.tsx'),
          output: { entryFileNames: 'first-view.js', codeSplitting: false },
        },
      },
    },
  },
}))
