import { pino } from 'pino'
import { composeApp } from './compose.ts'
import { ConfigError, parseConfig, type Config } from './config.ts'

try {
  await run(parseConfig(process.env))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run(config: Config): Promise<void> {
  const logger = createLogger(config)
  const app = await composeApp(config, logger)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close())
  }
  await app.listen({ port: config.port, host: config.host })
  process.stdout.write(`Donation Royale is ready at ${config.publicUrl}\n`)
}

function createLogger({ logLevel: level }: Config) {
  return process.stdout.isTTY ? pino({ level, transport: { target: 'pino-pretty' } }) : pino({ level })
}
