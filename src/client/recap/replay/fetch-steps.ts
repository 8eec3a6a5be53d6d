import type { Replay, ReplayStep } from '#contract/crowns.ts'
import { callApi } from '#client/lib/api.ts'

const STEPS_A_PAGE = 500

/** Fetches all steps of a replay, page by page. */
export async function fetchSteps(route: string): Promise<ReplayStep[]> {
  const steps: ReplayStep[] = []
  let after = ''
  for (;;) {
    const query = `?limit=${STEPS_A_PAGE}${after}`
    const page = await callApi<Replay>(`${route}${query}`)
    steps.push(...page.steps)
    if (page.next === null) return steps
    after = `&after=${page.next}`
  }
}
