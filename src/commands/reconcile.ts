import { parseArgs } from 'node:util'
import type { ReconcileRequest } from '#contract/reconciliation.ts'
import { ConfigError } from '#server/config.ts'
import { readConfig, withServer } from './operator/operator-call.ts'
import { reconcileOnce } from './operator/reconcile-once.ts'
import { describeSettings } from './operator/settings-line.ts'

export const HELP = `donation-royale reconcile [--all] [--retry-parked] [--import [--installation ID]]

Probes what the keys may do, brings the ledger to the providers' truth, tries again what waits,
compares the ledger with the board and with the providers' own statements, and prints what it found.
Ends with 0 where all is right, and with 1 while there is drift in the ledger or in a statement, a
payment could not be asked about, compared or imported, or something needs you. What of a statement
could not be compared is printed, and does not count.
  --all           asks about everything that was ever paid, not only what is unfinished
  --retry-parked  takes up events again that were put aside for the host
  --import        books the payments that the providers have and the database does not know, as after
                  an older copy was restored: with their amount, time and name, and for their account
                  where it still exists; nobody is mailed of them again. Asks about all that was paid.
  --installation  names the installation whose database was lost, so that its payments are ours
`

/** Reconciles by the running server; returns the exit code. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean', default: false },
      'retry-parked': { type: 'boolean', default: false },
      import: { type: 'boolean', default: false },
      installation: { type: 'string' },
    },
  })
  if (values.installation !== undefined && !values.import) {
    throw new ConfigError('--installation names whose payments are imported: give --import too.')
  }
  const config = readConfig()
  process.stdout.write(describeSettings(config))
  const request: ReconcileRequest = {
    scope: values.all || values.import ? 'all' : 'unfinished',
    retryParked: values['retry-parked'],
    import: values.import,
    installation: values.installation,
  }
  return (await withServer(config, (ask) => reconcileOnce(ask, request))) ? 0 : 1
}
