import { parseArgs } from 'node:util'
import { emailSchema } from '#contract/email-schema.ts'
import { hostHealthSchema, type HealthCheck, type HealthState } from '#contract/host/health.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ConfigError, type Config } from '#server/config.ts'
import { loadSecrets } from '#server/secrets.ts'
import { checkAddress } from './doctor/address.ts'
import { ok, toLine, trouble, type Finding } from './doctor/finding.ts'
import { checkMailServer } from './doctor/mail.ts'
import { checkSettings } from './doctor/settings.ts'
import { addressOf, readConfig, withServer } from './operator/operator-call.ts'
import { describeSettings } from './operator/settings-line.ts'
import { describeStartupError } from './startup-error.ts'

export const HELP = `donation-royale doctor [--mail ADDRESS]

Checks everything that the page needs, and prints a line each: ok, trouble or unknown, what was found,
and what to do. Asks the server that runs, or starts one for as long as it takes, which brings the
database up to date. Changes nothing else, and ends with 1 if there is any trouble.
  --mail ADDRESS  also sends a mail to this address; without SMTP_URL it is written as a file
`

/** The longest wait for a server that runs but does not answer. */
const ANSWER_TIMEOUT_MS = 5_000

/** Checks everything; returns 1 if there is any trouble. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { mail: { type: 'string' } } })
  const to = values.mail === undefined ? undefined : requireAddress(values.mail)
  const config = readSettings()
  if (config === undefined) return 1
  process.stdout.write(describeSettings(config))
  const findings = [
    ok('Configuration', 'It can be read, and nothing in it is at odds.'),
    ...(await checkServer(config)),
    await checkMailServer(config, to),
  ]
  const isWell = findings.every(({ state }) => state !== 'trouble')
  process.stdout.write(findings.map(toLine).join(''))
  process.stdout.write(isWell ? 'There is no trouble.\n' : 'There is trouble: see above.\n')
  // A server that could not start may have left open what keeps the process alive.
  // oxlint-disable-next-line unicorn/no-process-exit
  process.exit(isWell ? 0 : 1)
}

function requireAddress(given: string): string {
  const { data } = emailSchema.safeParse(given)
  if (data !== undefined) return data
  throw new ConfigError(`--mail cannot be "${given}": give it an e-mail address.`)
}

function readSettings(): Config | undefined {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stdout.write(toLine(trouble('Configuration', error.message)))
    return undefined
  }
}

async function checkServer(config: Config): Promise<Finding[]> {
  try {
    const isRunning = await answers(config)
    return await withServer(config, async (ask, running) => {
      const call = { method: 'POST' as const, path: HOST_ROUTES.diagnoses }
      const { checks } = await ask(call, hostHealthSchema)
      const authSecret = config.authSecret ?? loadSecrets(config.dataDir).authSecret
      return [
        ok('Server', isRunning ? 'It runs.' : 'It did not run, and could be started for this.'),
        ...(isRunning ? [checkSettings(running)] : []),
        ...checks.map(toFinding),
        ...(await checkAddress(config, authSecret)),
      ]
    })
  } catch (error) {
    const [sentence = ''] = describeStartupError(error).split('\n')
    return [trouble('Server', sentence)]
  }
}

/** Returns whether a server runs; throws if something listens there that does not answer. */
async function answers(config: Config): Promise<boolean> {
  const address = addressOf(config)
  try {
    await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    return true
  } catch (error) {
    if (!(error instanceof DOMException)) return false
    throw new ConfigError(
      `What listens at ${address} does not answer. Restart the server, or set PORT to a free one.`,
      { cause: error },
    )
  }
}

const STATES: Record<HealthState, Finding['state']> = {
  ok: 'ok',
  warning: 'trouble',
  failing: 'trouble',
  unknown: 'unknown',
}

function toFinding({ name, state, sentence }: HealthCheck): Finding {
  return { name, state: STATES[state], sentence }
}
