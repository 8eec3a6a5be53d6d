import { z } from 'zod'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'

const anyAnswer = z.unknown()

/** Sends a change to a path below the team's. */
export async function sendTeamChange(path: string, call: ApiCall): Promise<void> {
  await callHost(`${HOST_ROUTES.team}/${path}`, anyAnswer, call)
  changes.announce(['team'])
}
