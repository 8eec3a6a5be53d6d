import type { DrillName } from '#contract/host/drills.ts'
import type { Stage } from '../stage.ts'
import { dispute } from './dispute.ts'
import { round } from './round.ts'
import { rush } from './rush.ts'
import { late, lost, reordered, repeated } from './webhooks.ts'

/** The scripts of all drills. */
export const SCRIPTS: Record<DrillName, (stage: Stage) => Promise<void>> = {
  repeated,
  late,
  lost,
  reordered,
  dispute,
  rush,
  round,
}
