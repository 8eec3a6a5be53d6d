import type { DrillName, DrillPoint, DrillRun } from '#contract/host/drills.ts'

/** The name of each drill, and what it rehearses in one sentence. */
export const DRILL_WORDS: Record<DrillName, { name: string; sentence: string }> = {
  repeated: {
    name: 'Repeated webhooks',
    sentence: 'Every webhook is sent five times; each donation must count once.',
  },
  late: {
    name: 'Late webhooks',
    sentence: 'Every webhook comes 20 seconds late; the ledger must catch up by itself.',
  },
  lost: {
    name: 'Lost webhooks',
    sentence: 'No webhook comes at all; the reconciler must find the donations within minutes.',
  },
  reordered: {
    name: 'Reordered webhooks',
    sentence: 'Refunds are told before their payments; the ledger must have both.',
  },
  dispute: {
    name: 'Disputes',
    sentence: 'Two donors dispute their donations; one dispute is won, the other one is lost.',
  },
  rush: {
    name: '500 donations a minute',
    sentence: 'For one minute donors pay as during a big stream; each donation must be booked.',
  },
  round: {
    name: 'A round in a minute',
    sentence:
      'Your next round is played in 60 seconds with 200 donors; its results must have them all.',
  },
}

export const STATE_WORDS: Record<DrillRun['state'], string> = {
  running: 'Running',
  passed: 'Passed',
  failed: 'Failed',
  stopped: 'Stopped',
}

/** Returns the cents that the providers have more than the ledger. */
export function differenceOf({ providerCents, ledgerCents }: DrillPoint): number {
  return providerCents - ledgerCents
}

/** Says for a screen reader how a drill is; the text changes with each step. */
export function describeRun({ drill, state, steps }: DrillRun): string {
  const last = steps.at(-1)
  return `${DRILL_WORDS[drill].name}: ${STATE_WORDS[state]}. ${last?.sentence ?? ''}`.trim()
}
