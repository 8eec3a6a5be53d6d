import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const GUIDE = join(ROOT, 'docs/hosting.md')

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the proxies that we describe pass on neither the ids nor the traces of clients', () => {
  const texts = [readFileSync(GUIDE, 'utf8'), read('deploy/Caddyfile')].join('\n')
  const caddy = texts.match(/\treverse_proxy [^{]*\{\n[^}]*\}/g) ?? []
  const nginx = texts.match(/ location \/ \{\n[^}]*\}/g) ?? []
  expect([caddy.length, nginx.length]).toEqual([3, 1])
  for (const block of caddy) {
    expect(block).toContain('\n\t\theader_up -X-Request-Id\n\t\theader_up -Traceparent\n')
  }
  expect(nginx[0]).toContain('proxy_set_header X-Request-Id $request_id;')
  expect(nginx[0]).toContain('proxy_set_header Traceparent "";')
})

describe('the service', () => {
  const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0

  /** Returns what systemd says against the units, whose program this machine may not have. */
  function verify(unit: string, socket = read('deploy/donation-royale.socket')): string {
    const folder = mkdtempSync(join(tmpdir(), 'royale-unit-'))
    try {
      const file = join(folder, 'donation-royale.service')
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      writeFileSync(join(folder, 'donation-royale.socket'), socket)
      const { stderr } = spawnSync(
        'systemd-analyze',
        ['verify', file, join(folder, 'donation-royale.socket')],
        { encoding: 'utf8' },
      )
      return stderr
        .split('\n')
        .filter((line) => /donation-royale\.(service|socket)/.test(line))
        .join('\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test.skipIf(!canVerify)('is one that systemd takes', () => {
    const unit = read('deploy/donation-royale.service')
    expect(verify(unit)).toBe('')
    expect(verify(unit.replace('ProtectHome=yes', 'ProtectHomes=yes'))).toContain('ProtectHomes')
    const socket = read('deploy/donation-royale.socket')
    expect(verify(unit, socket.replace('Backlog=', 'Backlogs='))).toContain('Backlogs')
  })

  test('listens where the guide lets the proxy ask, at a socket that outlives it', () => {
    const socket = read('deploy/donation-royale.socket').split('\n')
    expect(socket).toContain('ListenStream=127.0.0.1:3000')
    expect(readFileSync(GUIDE, 'utf8')).toContain('reverse_proxy 127.0.0.1:3000')
    expect(read('deploy/donation-royale.service')).toMatch(/^Wants=.*donation-royale\.socket$/m)
  })

  test('may do nothing but serve, and compiles code as Node must', () => {
    const unit = read('deploy/donation-royale.service')
    const needed = [
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'NoNewPrivileges=yes',
      'Restart=always',
    ]
    for (const line of [...needed, 'CapabilityBoundingSet=', 'User=royale']) {
      expect(unit.split('\n')).toContain(line)
    }
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
  })
})

test('the image runs as a user of its own, tells its health, and copies only the package', () => {
  const stage =
    read('deploy/Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  const steps = stage.split('\n').filter((line) => /^[A-Z]+ /.test(line))
  const user = steps.indexOf('USER royale')
  expect(user).toBeGreaterThan(0)
  expect(steps.slice(user).filter((step) => /^(RUN|COPY) /.test(step))).toEqual([])
  expect(steps.filter((step) => step.startsWith('COPY '))).toEqual([
    'COPY --from=build /opt/donation-royale /opt/donation-royale',
  ])
  expect(stage).toContain('HEALTHCHECK')
  expect(read('.dockerignore')).toBe(read('.containerignore'))
  for (const secret of ['.env', 'data', '.git']) {
    expect(read('.containerignore').split('\n')).toContain(secret)
  }
})

test('every file that the documents of hosts link to is there, and they are in the package', () => {
  const staged = read('scripts/release/stage.ts')
  for (const page of ['docs/hosting.md', 'docs/reliability.md', 'docs/security.md']) {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
    for (const [, target = ''] of links) {
      expect(existsSync(join(dirname(join(ROOT, page)), target)), `${page}: ${target}`).toBe(true)
    }
    expect(staged).toContain(`'${page}'`)
  }
})

test('every file that the guide links to is in the package, but those for building an image', () => {
  const staged = read('scripts/release/stage.ts')
  const targets = [...readFileSync(GUIDE, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
    .map(([, target = '']) => join('docs', target))
    .filter((path) => !/Containerfile|compose\.yaml/.test(path))
  const missing = targets.filter(
    (path) => ![path, dirname(path)].some((file) => staged.includes(`'${file}'`)),
  )
  expect(missing).toEqual([])
})

test('every command that the guide names exists', () => {
  const names = new Set(
    [...readFileSync(GUIDE, 'utf8').matchAll(/donation-royale ([a-z][a-z-]+)\b(?! \||\.)/g)].map(
      ([, name = '']) => name,
    ),
  )
  const modules = globSync('src/commands/*.ts', { cwd: ROOT }).map((path) => path.slice(13, -3))
  for (const name of names) expect(modules).toContain(name)
  expect(names.size).toBeGreaterThan(1)
})
