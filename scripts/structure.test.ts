import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkStructure } from './structure.ts'

const SOUND_HOUSE = {
  'package.json': JSON.stringify({
    imports: {
      '#contract/*': './src/contract/*',
      '#server/*': './src/server/*',
      '#client/*': './src/client/*',
    },
  }),
  'src/contract/money.ts': `import { z } from 'zod'\nexport const cents = z.int()`,
  'src/client/ui/button.tsx': `import './button.css'\nexport const Button = () => <button />`,
  'src/client/ui/button.css': 'button { color: gold }',
  'src/client/lib/api.ts': `import type { cents } from '#contract/money.ts'\nexport type A = typeof cents`,
  'src/client/features/donate/panel.tsx': `import { Button } from '#client/ui/button.tsx'\nexport const Panel = () => <Button />`,
  'src/client/features/account/dialog.tsx': 'export const Dialog = 1',
  'src/client/features/host/console.tsx': `import { Button } from '#client/ui/button.tsx'\nexport const Console = () => <Button />`,
  'src/client/console/page.tsx': `import { Console } from '#client/features/host/console.tsx'\nexport const consolePage = Console`,
  'src/client/main.tsx': `import { Panel } from '#client/features/donate/panel.tsx'\nexport const page = Panel`,
  'src/server/infra/clock.ts': 'export const now = 1',
  'src/server/payments/stripe.ts': `import { now } from '#server/infra/clock.ts'\nexport const at = now`,
  'src/server/http/errors.ts': 'export const errors = 1',
  'src/server/features/ledger/ledger.ts': `import { rows } from './store.ts'\nexport const ledger = rows`,
  'src/server/features/ledger/store.ts': 'export const rows = 1',
  'src/server/features/checkouts/checkouts.ts': `import { ledger } from '#server/features/ledger/ledger.ts'\nexport const settle = ledger`,
  'src/server/main.ts': `import { settle } from '#server/features/checkouts/checkouts.ts'\nexport const main = settle`,
  'src/commands/main.ts': `import { main } from '#server/main.ts'\nexport const run = main`,
  'sandbox/main.ts': `import { join } from 'node:path'\nexport const sandbox = join`,
}

const OWNERS = { donations: 'features/ledger', checkouts: 'features/checkouts' }

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'royale-structure-'))
})

afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

/** Returns the violations of a valid tree in which these files are added or replaced. */
function violationsWith(files: Record<string, string>, owners = OWNERS): string[] {
  for (const [path, content] of Object.entries({ ...SOUND_HOUSE, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return checkStructure(root, owners).violations
}

/** A file of the feature that owns `checkouts`. */
const QUERYING = 'src/server/features/checkouts/a.ts'

const importing = (specifier: string) => `import { x } from '${specifier}'\nexport const y = x`

test('code that keeps the rules has no violations', () => {
  expect(violationsWith({})).toEqual([])
  expect(checkStructure(root).modules).toBe(17)
})

test('checking no files is a violation, not a pass', () => {
  writeFileSync(join(root, 'package.json'), '{}')
  expect(checkStructure(root).violations).toContain('No modules found in contract')
})

test('code that cannot be parsed stops the check', () => {
  expect(() => violationsWith({ 'src/server/main.ts': 'export const = 1' })).toThrow(
    'src/server/main.ts cannot be parsed',
  )
})

test.each([
  ['contract', 'src/contract/a.ts', '#server/infra/clock.ts'],
  ['ui', 'src/client/ui/a.tsx', '../lib/api.ts'],
  ['lib', 'src/client/lib/a.ts', '../ui/button.tsx'],
  ['a feature of the page', 'src/client/features/donate/a.ts', '#client/main.tsx'],
  ['the page', 'src/client/a.ts', '#server/main.ts'],
  ['the page', 'src/client/a.ts', '#client/features/host/console.tsx'],
  ['the page', 'src/client/a.ts', '#client/console/page.tsx'],
  ['the console', 'src/client/features/host/a.ts', '#client/main.tsx'],
  ['infra', 'src/server/infra/a.ts', '../http/errors.ts'],
  ['payments', 'src/server/payments/a.ts', '../http/errors.ts'],
  ['http', 'src/server/http/a.ts', '../features/ledger/ledger.ts'],
  ['a feature of the server', 'src/server/features/ledger/a.ts', '../../main.ts'],
  ['the server', 'src/server/a.ts', '#client/main.tsx'],
  ['the server', 'src/server/a.ts', '../commands/main.ts'],
  ['a command', 'src/commands/a.ts', '#server/http/errors.ts'],
  ['the sandbox', 'sandbox/a.ts', '../src/contract/money.ts'],
])('%s may not import what its line of the table leaves out', (_, path, specifier) => {
  expect(violationsWith({ [path]: importing(specifier) })).toEqual([
    expect.stringContaining(`may not import`),
  ])
})

test.each([
  ['a type', `import type { X } from '#server/main.ts'\nexport type Y = X`],
  ['a re-export', `export { main } from '#server/main.ts'\nexport const y = 1`],
  ['a dynamic import', `export const y = await import('#server/main.ts')`],
])('%s counts as an import', (_, source) => {
  expect(violationsWith({ 'src/client/a.ts': source })).toEqual([
    'src/client/a.ts (client/app) may not import src/server/main.ts (server/app)',
  ])
})

test("the visitor's page has no schemas, and their types cost nothing", () => {
  const path = 'src/client/lib/sum.ts'
  expect(
    violationsWith({
      [path]: `import { cents } from '#contract/money.ts'\nexport const x = cents`,
    }),
  ).toEqual([
    `${path} imports src/contract/money.ts, which has schemas: keep what the page needs in a file without`,
  ])
  const typeOnly = `import type { cents } from '#contract/money.ts'\nexport type X = typeof cents`
  expect(violationsWith({ [path]: typeOnly })).toEqual([])
})

test('the product imports nothing of its tests and scripts', () => {
  expect(
    violationsWith({
      'src/server/a.ts': importing('../../tests/builders.ts'),
      'tests/builders.ts': 'export const x = 1',
    }),
  ).toEqual(['src/server/a.ts imports tests/builders.ts, which is no part of the product'])
})

test('pictures may be used from anywhere in the page', () => {
  expect(
    violationsWith({
      'src/client/assets/logo.svg': '<svg/>',
      'src/client/ui/a.ts': importing('../assets/logo.svg?url'),
    }),
  ).toEqual([])
})

test('a feature of the page never imports another', () => {
  expect(
    violationsWith({ 'src/client/features/donate/a.ts': importing('../account/dialog.tsx') }),
  ).toEqual([expect.stringContaining('never imports another')])
})

test("a feature of the server reaches another's main file, not its store", () => {
  expect(
    violationsWith({ 'src/server/features/checkouts/a.ts': importing('../ledger/store.ts') }),
  ).toEqual([expect.stringContaining('only through src/server/features/ledger/ledger.ts')])
})

test('tests may reach past their area, but not from page to server', () => {
  expect(
    violationsWith({
      'src/server/http/errors.test.ts': importing('#server/main.ts'),
      'src/client/lib/api.test.ts': importing('#server/main.ts'),
    }),
  ).toEqual([expect.stringMatching(/^src\/client\/lib\/api\.test\.ts .* only in the contract$/)])
})

test('the contract uses no package but zod', () => {
  expect(violationsWith({ 'src/contract/a.ts': importing('fastify') })).toEqual([
    'src/contract/a.ts (contract) may not import fastify, only zod',
  ])
})

test('the page uses no module of Node', () => {
  expect(violationsWith({ 'src/client/lib/a.ts': importing('node:fs') })).toEqual([
    'src/client/lib/a.ts imports node:fs, which browsers do not have',
  ])
})

test('inside a feature an import is relative', () => {
  const specifier = '#server/features/ledger/store.ts'
  expect(violationsWith({ 'src/server/features/ledger/a.ts': importing(specifier) })).toEqual([
    `src/server/features/ledger/a.ts imports ${specifier}: inside a feature or area it is relative`,
  ])
})

test.each([
  `reader.selectFrom('donations').selectAll()`,
  `reader.selectFrom('donations as d').selectAll()`,
  `reader.selectFrom(['checkouts', 'donations']).selectAll()`,
  `reader.selectFrom((from) => from.selectFrom('donations').as('some'))`,
  `reader.selectFrom('checkouts').where(({ exists, selectFrom }) => exists(selectFrom('donations')))`,
  `reader.selectFrom('checkouts as c').innerJoin('donations as d', 'd.checkout_id', 'c.id')`,
  `reader.selectFrom('checkouts').leftJoin('donations', 'donations.checkout_id', 'checkouts.id')`,
  `reader.selectFrom('checkouts').crossJoin('donations')`,
  `writer.insertInto('donations').values(row)`,
  `writer.updateTable('donations').set(row)`,
  `writer.updateTable('checkouts').from('donations').set(row)`,
  `writer.deleteFrom('donations')`,
  `writer.deleteFrom('checkouts').using('donations')`,
  `insertRows(writer, 'donations', [row])`,
  `insertAll(writer, [{ table: 'donations', rows: [row] }])`,
  'sql`select id from donations`.execute(reader)',
  'sql`update donations set name = rows.name from ${rowList(writer, ROWS, rows)}`',
  'sql<Row>`select c.id from checkouts c left join "donations" d on d.id = c.id`',
  'sql`insert into donations (id) values (${id})`',
  'sql`delete from donations where id = ${id}`',
  'sql`update donations set name = null`',
])('a table of another feature is not queried: %s', (query) => {
  expect(violationsWith({ [QUERYING]: `export const rows = ${query}` })).toEqual([
    `${QUERYING} queries donations: ask its owner, src/server/features/ledger`,
  ])
})

test.each([
  [`reader.selectFrom('rumours')`, 'queries rumours, which has no owner'],
  ['reader.selectFrom(table)', 'queries a table whose name is not a literal'],
  ['sql`select 1 from ${sql.table(name)}`', 'queries a table whose name is not a literal'],
])('%s leaves open whose table it is', (query, violation) => {
  expect(violationsWith({ [QUERYING]: `export const rows = ${query}` })).toEqual([
    `${QUERYING} ${violation}`,
  ])
})

test('owners, tests and infra query a table, the rest of the server does not', () => {
  const query = `export const rows = reader.selectFrom('donations')`
  expect(
    violationsWith({
      'src/server/features/ledger/a.ts': query,
      'src/server/features/checkouts/a.test.ts': query,
      'src/server/infra/migration.ts': query,
      'src/server/a.ts': query,
    }),
  ).toEqual(['src/server/a.ts queries donations: ask its owner, src/server/features/ledger'])
})

test.each([
  'sql`insert into checkouts (id) values (1) on conflict (id) do update set id = excluded.id`',
  'sql`select id from checkouts where name is distinct from ${name} for update skip locked`',
  'Array.from(names)',
])('%s names no other table', (query) => {
  expect(violationsWith({ [QUERYING]: `export const rows = ${query}` })).toEqual([])
})

test('the owner of a table exists', () => {
  expect(violationsWith({}, { ...OWNERS, donations: 'features/gone' })).toEqual([
    'The table donations belongs to src/server/features/gone, which does not exist',
  ])
})

test('areas are reached by their alias', () => {
  expect(violationsWith({ 'src/server/http/a.ts': importing('../../contract/money.ts') })).toEqual([
    'src/server/http/a.ts imports ../../contract/money.ts: across areas it is #contract/…',
  ])
})

test.each(['./gone.ts', '#contract/gone.ts', '#unknown/x.ts', './gone.css?url'])(
  'the import %s leads nowhere',
  (specifier) => {
    expect(violationsWith({ 'src/client/lib/a.ts': importing(specifier) })).toEqual([
      `src/client/lib/a.ts imports ${specifier}, which does not exist`,
    ])
  },
)

test('modules do not import one another in a circle', () => {
  expect(
    violationsWith({
      'src/server/infra/a.ts': importing('./b.ts'),
      'src/server/infra/b.ts': importing('./c.ts'),
      'src/server/infra/c.ts': importing('./a.ts'),
    }),
  ).toEqual([
    'Import cycle: src/server/infra/a.ts → src/server/infra/b.ts → src/server/infra/c.ts → src/server/infra/a.ts',
  ])
})

test('a module does not import itself', () => {
  expect(violationsWith({ 'src/server/infra/a.ts': importing('./a.ts') })).toEqual([
    'Import cycle: src/server/infra/a.ts → src/server/infra/a.ts',
  ])
})

test('there are no barrels', () => {
  expect(
    violationsWith({
      'src/server/infra/index.ts': 'export const x = 1',
      'src/server/infra/all.ts': `export { now } from './clock.ts'`,
      'src/server/infra/some.ts': `import { now } from './clock.ts'\nexport { now }`,
      'src/server/infra/star.ts': `export * from './clock.ts'\nexport const own = 1`,
    }),
  ).toEqual([
    expect.stringMatching(/all\.ts only passes on/),
    expect.stringMatching(/index\.ts: .* not from an index$/),
    expect.stringMatching(/some\.ts only passes on/),
    expect.stringMatching(/star\.ts exports by wildcard/),
  ])
})

test.each([
  'src/server/utils/a.ts',
  'src/server/helpers/a.ts',
  'src/client/lib/common.ts',
  'sandbox/misc.ts',
])('the name of %s says nothing', (path) => {
  expect(violationsWith({ [path]: 'export const x = 1' })).toEqual([
    expect.stringContaining('does not say what is inside'),
  ])
})

test.each([
  'src/server/infra/dataBase.ts',
  'src/client/ui/Button/face.tsx',
  'src/client/ui/space_picture.svg',
])('%s is not kebab-case', (path) => {
  expect(violationsWith({ [path]: 'export const x = 1' })).toEqual([
    expect.stringContaining('is not kebab-case'),
  ])
})

test('a file has at most 250 lines, unless it is a test', () => {
  const lines = (count: number) => '// line\n'.repeat(count)
  expect(
    violationsWith({
      'src/server/infra/fits.ts': lines(250),
      'src/server/infra/long.ts': lines(251),
      'src/server/infra/long.test.ts': lines(400),
      'src/client/ui/long.css': `${'\n'.repeat(250)}a {}`,
    }),
  ).toEqual([
    'src/client/ui/long.css has 251 lines, more than 250',
    'src/server/infra/long.ts has 251 lines, more than 250',
  ])
})

test('the page writes its colours in one file', () => {
  const rule = 'a { color: #ffd479; background: rgb(5 4 13 / 0.5) }'
  expect(
    violationsWith({
      'src/client/app/tokens.css': rule,
      'src/client/ui/link.css': rule,
      'src/client/ui/list.css': 'a { color: color-mix(in srgb, var(--gold) 40%, transparent) }',
    }),
  ).toEqual(['src/client/ui/link.css:1 writes a colour: take it from src/client/app/tokens.css'])
})

test('what a pointer lights up is for screens that have one', () => {
  expect(
    violationsWith({
      'src/client/ui/guarded.css': 'a {\n  @media (hover: hover) {\n    &:hover {\n    }\n  }\n}\n',
      'src/client/ui/bare.css': 'a {\n  @media (hover: hover) {\n  }\n\n  &:hover {\n  }\n}\n',
    }),
  ).toEqual(['src/client/ui/bare.css:5 writes :hover outside of @media (hover: hover)'])
})
