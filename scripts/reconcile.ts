import { parseArgs } from 'node:util'
import { pino } from 'pino'
import {
  reconcileReportSchema,
  type ReconcileReport,
  type ReconcileRequest,
} from '#contract/reconciliation.ts'
import { ROUTES } from '#contract/routes.ts'
import { composeApp } from '#server/compose.ts'
import { parseConfig, type Config } from '#server/config.ts'
import { loadSecrets } from '#server/secrets.ts'

const HELP = `npm run reconcile [-- --all] [--retry-parked]

Brings the books to the providers' truth and prints what it found.
  --all           asks about everything that was ever paid, not only what is unfinished
  --retry-parked  takes up events again that were put aside for the host
`

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    'retry-parked': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  process.stdout.write(HELP)
} else {
  const request: ReconcileRequest = {
    scope: values.all ? 'all' : 'unfinished',
    retryParked: values['retry-parked'],
  }
  const report = await reconcile(parseConfig(process.env), request)
  process.stdout.write(describe(report))
  process.exitCode = report.driftCents === 0 && report.unreachable === 0 ? 0 : 1
}

/** Asks the server that runs, or runs one for as long as it takes. */
async function reconcile(config: Config, request: ReconcileRequest): Promise<ReconcileReport> {
  const running = await ask(config, request)
  if (running !== undefined) return running
  const app = await composeApp(config, pino({ level: 'error' }))
  await app.listen({ port: config.port, host: config.host })
  try {
    const report = await ask(config, request)
    if (report === undefined) throw new Error('The server could not be reached.')
    return report
  } finally {
    await app.close()
  }
}

/** Undefined where no server listens. */
async function ask(
  { host, port, dataDir }: Config,
  request: ReconcileRequest,
): Promise<ReconcileReport | undefined> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}${ROUTES.reconciliations}`
  const { operatorToken } = loadSecrets(dataDir)
  const answer = await send(url, operatorToken, request)
  if (answer === undefined) return undefined
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`)
  return reconcileReportSchema.parse(await answer.json())
}

async function send(
  url: string,
  token: string,
  request: ReconcileRequest,
): Promise<Response | undefined> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
    })
  } catch (error) {
    if (error instanceof TypeError && isRefused(error.cause)) return undefined
    throw error
  }
}

function isRefused(cause: unknown): boolean {
  const causes = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.some((one) => one instanceof Error && 'code' in one && one.code === 'ECONNREFUSED')
}

function describe(report: ReconcileReport): string {
  const { missed, checked, mended, unreachable, outcomes, concerns, driftCents } = report
  const lines = [
    `Events that had not arrived by themselves: ${missed}`,
    `Checkouts asked about: ${checked}`,
    `Checkouts mended: ${mended.length}`,
    ...mended.map(
      ({ checkoutId, from, to, cents }) => `  ${checkoutId}: ${from} → ${to}, ${cents} cents`,
    ),
    `Checkouts that could not be asked about now: ${unreachable}`,
    'Events of the last day:',
    ...outcomes.map(({ outcome, count }) => `  ${count} × ${outcome}`),
    `For you to look at: ${concerns.length}`,
    ...concerns.map(({ subject, reason }) => `  ${subject}: ${reason}`),
    `Drift: ${driftCents} cents`,
  ]
  return `${lines.join('\n')}\n`
}
