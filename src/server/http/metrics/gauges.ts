import { Gauge } from 'prom-client'
import type { Measured } from './measured.ts'

/** A figure without labels; null where there is none. */
type Read = () => number | null | Promise<number | null>

type Sample = [labels: Record<string, string>, value: number]

/** Returns the gauges of everything that is read at a scrape. */
export function createGauges(measured: Measured): Gauge[] {
  return [
    ...listPlain(measured).map(([name, help, read]) => createPlain(name, help, read)),
    ...listLabelled(measured).map(([name, help, read]) => createLabelled(name, help, read)),
  ]
}

function createPlain(name: string, help: string, read: Read): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await read()
      // It would still tell the last figure if there is none now.
      this.remove()
      if (value !== null) this.set(value)
    },
  })
}

function createLabelled(name: string, help: string, read: () => Promise<Sample[]>): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: LABELS,
    registers: [],
    async collect() {
      const samples = await read()
      this.reset()
      for (const [labels, value] of samples) this.set(labels, value)
    },
  })
}

const LABELS = ['provider', 'kind', 'version', 'node', 'payments']

type Plain = [name: string, help: string, read: Read]

function listPlain(measured: Measured): Plain[] {
  return [...listWork(measured), ...listServer(measured)]
}

/** Lists what is about donations and what waits to be done for them. */
function listWork(measured: Measured): Plain[] {
  const { events, cardTesting } = measured
  return [
    ['royale_donations', 'Donations on the board', () => measured.total().count],
    ['royale_donations_cents', 'Sum of the board in US cents', () => measured.total().amountCents],
    [
      'royale_webhook_events_waiting',
      'Events that are to be worked off',
      async () => (await events()).waiting,
    ],
    [
      'royale_webhook_events_parked',
      'Events that wait for the host',
      async () => (await events()).parked,
    ],
    [
      'royale_inbox_age_seconds',
      'Time for which the oldest event has waited; none waits where there is no figure',
      () => measured.inboxAge(),
    ],
    [
      'royale_outbox_age_seconds',
      'Time for which the next receipt has been due',
      () => measured.outboxAge(),
    ],
    [
      'royale_reconciler_age_seconds',
      'Time since the last round of the reconciler ended, or since the start if none did',
      () => measured.reconcilerAge(),
    ],
    ['royale_mails_failing', 'Receipts that cannot be mailed', () => measured.failingMails()],
    [
      'royale_card_testing_alarm',
      '1 while card testing is suspected and every checkout needs a proof of work',
      async () => ((await cardTesting()).isAlarmOn ? 1 : 0),
    ],
    [
      'royale_checkout_declines_recent',
      'Declined attempts to pay in the last ten minutes, on all nodes',
      async () => (await cardTesting()).recentDeclines,
    ],
  ]
}

/** Lists what is about the server, its keys and its machine. */
function listServer(measured: Measured): Plain[] {
  return [
    ['royale_live_viewers', 'Live streams open on this node', () => measured.viewers()],
    ['royale_host_consoles', 'Live streams of hosts open on this node', () => measured.consoles()],
    [
      'royale_provider_permissions_denied',
      'What a provider denies our keys',
      () =>
        measured
          .providers()
          .flatMap(({ probes }) => probes)
          .filter(({ state, isOptional }) => state === 'denied' && !isOptional).length,
    ],
    [
      'royale_clock_offset_seconds',
      "The largest difference of a provider's clock from ours",
      () => Math.max(0, ...measured.providers().map((one) => Math.abs(one.clockOffsetMs))) / 1000,
    ],
    [
      'royale_passwords_waiting',
      'Passwords that wait for their turn to be hashed',
      () => measured.waitingPasswords(),
    ],
    [
      'royale_backup_age_seconds',
      'Time since the last good backup; none is known where there is no figure',
      () => measured.backup().ageSeconds,
    ],
    [
      'royale_backup_failing',
      '1 while scheduled backups fail or are late',
      () => (measured.backup().isFailing ? 1 : 0),
    ],
    [
      'royale_disk_free_bytes',
      'Free space of the disk with the data',
      () => readSpace(measured, 'freeBytes'),
    ],
    [
      'royale_disk_total_bytes',
      'Space of the disk with the data',
      () => readSpace(measured, 'totalBytes'),
    ],
  ]
}

/** Returns null for a disk that cannot be read, so that the other figures are still told. */
async function readSpace(
  { disk }: Measured,
  part: 'freeBytes' | 'totalBytes',
): Promise<number | null> {
  try {
    return (await disk())[part]
  } catch {
    return null
  }
}

type Labelled = [name: string, help: string, read: () => Promise<Sample[]>]

function listLabelled({ build, ...measured }: Measured): Labelled[] {
  return [
    [
      'royale_concerns_open',
      'Things that need a person, by kind',
      async () => (await measured.concerns()).map(({ kind, count }) => [{ kind }, count]),
    ],
    [
      'royale_ledger_drift_cents',
      "Cents by which a provider's payments and the ledger differ",
      async () =>
        (await measured.drift()).map(({ provider, ledgerCents }) => [{ provider }, ledgerCents]),
    ],
    [
      'royale_statement_drift_cents',
      "Cents by which a provider's own statement and the ledger differ",
      async () =>
        (await measured.statements()).map(({ provider, driftCents }) => [{ provider }, driftCents]),
    ],
    [
      'royale_statement_age_seconds',
      "Time since the end of the last day of a provider's statement that was compared",
      async () =>
        (await measured.statements()).flatMap(({ provider, ageSeconds }): Sample[] =>
          ageSeconds === null ? [] : [[{ provider }, ageSeconds]],
        ),
    ],
    [
      'royale_build_info',
      '1, labelled with the version of the program, of Node, and the mode of payments',
      async () => [[{ ...build, node: process.version }, 1]],
    ],
  ]
}
