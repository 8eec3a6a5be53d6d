import { pino } from 'pino'
import { composeApp } from './compose.ts'
import { ConfigError, parseConfig, type Config } from './config.ts'
import { DataDirInUseError } from './infra/database/data-dir-lock.ts'

try {
  await run(parseConfig(process.env))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  // What was opened before the failure would keep the process alive.
  // oxlint-disable-next-line unicorn/no-process-exit
  process.exit(1)
}

async function run(config: Config): Promise<void> {
  const app = await composeApp(config, createLogger(config))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close())
  }
  await app.listen({ port: config.port, host: config.host })
  process.stdout.write(`Donation Royale is ready at ${config.publicUrl}\n`)
}

function createLogger({ logLevel: level }: Config) {
  return process.stdout.isTTY
    ? pino({ level, transport: { target: 'pino-pretty' } })
    : pino({ level })
}

/** One sentence for what a host can mend; everything in it for what only we can. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirInUseError) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'PORT is taken: another program listens there already; stop it, or set PORT to a free one.'
  }
  return error.stack ?? error.message
}
