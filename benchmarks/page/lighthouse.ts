import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { BROWSER_ARGS, findBrowser, type Browser } from '#tests/helpers/browser/browser-path.ts'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { runCommand } from '../../scripts/run-command.ts'
import { fillBoard } from '../fixtures/fill-board.ts'
import { quantile, type Figure } from '../figure.ts'
import { prepareServer } from '../fixtures/prepared-server.ts'

const DONATIONS = 200

/**
 * The number of runs, each in a new browser with an empty profile. The lowest score and the median of
 * a time count.
 */
const RUNS = 5

const auditSchema = z.object({ numericValue: z.number() })

/** The part of Lighthouse's report that is used. */
const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.object({
    'first-contentful-paint': auditSchema,
    'largest-contentful-paint': auditSchema,
    'cumulative-layout-shift': auditSchema,
    'total-blocking-time': auditSchema,
    'speed-index': auditSchema,
    'total-byte-weight': auditSchema,
  }),
})

type Report = z.infer<typeof reportSchema>

interface Visitor {
  name: string
  hasAccepted: boolean
}

const VISITORS: Visitor[] = [
  { name: 'first visit', hasAccepted: false },
  { name: 'board', hasAccepted: true },
]

const SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }

interface Measure {
  name: string
  audit: keyof Report['audits']
  unit: string
  /** The number of Lighthouse's units in one of ours. */
  scale?: number
  atMost?: number
}

/**
 * The measures. The first contentful paint includes the board's rows, which are in the document and
 * need no script.
 */
const MEASURES: Measure[] = [
  {
    name: 'visible (first contentful paint)',
    audit: 'first-contentful-paint',
    unit: 's',
    scale: 1000,
    atMost: 1,
  },
  {
    name: 'largest contentful paint',
    audit: 'largest-contentful-paint',
    unit: 's',
    scale: 1000,
    atMost: 1.2,
  },
  { name: 'speed index', audit: 'speed-index', unit: 's', scale: 1000 },
  { name: 'total blocking time', audit: 'total-blocking-time', unit: 'ms', atMost: 150 },
  { name: 'layout shift', audit: 'cumulative-layout-shift', unit: '', atMost: 0 },
  { name: 'transferred', audit: 'total-byte-weight', unit: 'kB', scale: 1000, atMost: 350 },
]

/**
 * Runs Lighthouse's mobile profile (a phone four times slower, slow 4G, both simulated) as a first
 * visitor and as one who has accepted the disclaimer.
 */
export async function measureLighthouse(): Promise<Figure[]> {
  const browser = await findBrowser()
  if (browser === undefined) throw new Error('No Chromium was found.')
  const prepared = await prepareServer(1, () => 'open')
  fillBoard(join(prepared.dataDir, 'royale.db'), DONATIONS)
  const server = await prepared.start()
  const figures: Figure[] = []
  try {
    for (const visitor of VISITORS) {
      const reports: Report[] = []
      while (reports.length < RUNS) reports.push(await visit(browser, server.url, visitor))
      figures.push(...describe(visitor, reports))
    }
  } finally {
    await server.stop()
    await prepared.remove()
  }
  return figures
}

async function visit(browser: Browser, url: string, { hasAccepted }: Visitor): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: browser.executablePath,
    env: { ...process.env, ...browser.env },
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
  })
  try {
    if (hasAccepted) await context.addCookies([{ ...acceptance(), url }])
    return await runLighthouse(url, port, join(folder, 'report.json'))
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function acceptance() {
  const acceptedAt = new Date().toISOString()
  return {
    name: DISCLAIMER_COOKIE,
    value: formatAcceptance({ version: DISCLAIMER_VERSION, acceptedAt }),
  }
}

/** Runs Lighthouse in the browser that listens at the port, and keeps its cookies. */
async function runLighthouse(
  url: string,
  port: number,
  file: string,
  triesLeft = 3,
): Promise<Report> {
  const { code, output } = await runCommand([
    'lighthouse',
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ])
  // On a busy machine Lighthouse sometimes loses its trace and asks to be run again.
  if (code !== 0 && triesLeft > 1) return runLighthouse(url, port, file, triesLeft - 1)
  if (code !== 0) throw new Error(`Lighthouse failed:\n${output}`)
  return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function describe(visitor: Visitor, reports: readonly Report[]): Figure[] {
  const median = (read: (report: Report) => number) => quantile(reports.map(read), 0.5)
  const nameOf = (name: string) => `Lighthouse, ${visitor.name}: ${name}`
  const scores = Object.entries(SCORES).map(([category, atLeast]) => ({
    name: nameOf(category),
    value: Math.min(...reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100)),
    unit: 'of 100',
    limit: { atLeast },
  }))
  const measured = MEASURES.map(({ name, audit, unit, scale = 1, atMost }): Figure => {
    const value = median(({ audits }) => audits[audit].numericValue / scale)
    const figure: Figure = { name: nameOf(name), value, unit }
    return atMost === undefined ? figure : Object.assign(figure, { limit: { atMost } })
  })
  return [...scores, ...measured]
}
