import { pino, type Logger } from 'pino'
import { createAppFromConfig } from './compose.ts'
import { parseConfig, type Config } from './config.ts'
import { describeStartupError } from './startup-error.ts'
import { keepFilesPrivate } from './file-modes.ts'

/** The exit code of sysexits.h for an internal error; 1 is a failed start. */
const EX_SOFTWARE = 70

keepFilesPrivate()

try {
  await run(parseConfig(process.env))
} catch (error) {
  process.stderr.write(`${describeStartupError(error)}\n`)
  // What was opened before the failure would keep the process alive.
  // oxlint-disable-next-line unicorn/no-process-exit
  process.exit(1)
}

async function run(config: Config): Promise<void> {
  const logger = createLogger(config)
  endWhenBroken(logger)
  const app = await createAppFromConfig(config, logger)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close())
  }
  await app.listen({ port: config.port, host: config.host })
  process.stdout.write(`Donation Royale is ready at ${config.publicUrl}\n`)
}

/**
 * Ends the process after an error that nobody caught, since the state in memory is not known then.
 * The supervisor starts it again.
 */
function endWhenBroken(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the server has failed and ends')
    process.exit(EX_SOFTWARE)
  })
}

function createLogger({ logLevel: level }: Config) {
  return process.stdout.isTTY
    ? pino({ level, transport: { target: 'pino-pretty' } })
    : pino({ level })
}
