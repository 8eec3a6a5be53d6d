import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { findLowContrastTexts } from '../helpers/browser/contrast.ts'
import {
  findCutContent,
  findRunningAnimations,
  findSmallTargets,
} from '../helpers/browser/page-rules.ts'
import { STATES } from '../states/catalogue.ts'
import type { State } from '../states/state.ts'
import { SIZES } from '../states/sizes.ts'
import { openState, type OpenedState } from '../states/open-state.ts'
import { groupByBackend, StateBackends } from '../states/state-backends.ts'

/** The viewports of a desktop at 200 % and at 400 % zoom. */
const ZOOMED = [
  { width: 720, height: 450 },
  { width: 320, height: 568 },
]

const test = base.extend<object, { backends: StateBackends }>({
  backends: [
    async ({}, provide) => {
      const backends = new StateBackends()
      await provide(backends)
      await backends.close()
    },
    { scope: 'worker' },
  ],
})

// One after another, they would take as long as all other specs together.
test.describe.configure({ mode: 'parallel' })

for (const states of groupByBackend(STATES.filter(({ isHuge }) => isHuge !== true))) {
  // One worker has them all, for a backend may take longer to make than a state to check.
  test.describe(`on the backend of ${states[0]?.name}`, () => {
    test.describe.configure({ mode: 'default' })
    for (const state of states) {
      test(`no accessibility violation in: ${state.name}`, async ({ browser, backends }) => {
        await checkState(state, async (size) =>
          openState(browser, await backends.of(state), state, size),
        )
      })
    }
  })
}

async function checkState(
  state: State,
  reach: (size: BrowserContextOptions) => Promise<OpenedState>,
): Promise<void> {
  const { page, close } = await reach(SIZES.desktop)
  await expectReadable(page, state)
  await expect.poll(() => findSmallTargets(page)).toEqual([])
  // A spinner may turn for a moment, until all is loaded.
  if (state.hasMotion !== true) await expect.poll(() => findRunningAnimations(page)).toEqual([])
  for (const viewport of ZOOMED) {
    await page.setViewportSize(viewport)
    await expect.poll(() => findCutContent(page), `${viewport.width} px wide`).toEqual([])
  }
  if (state.isBrief === true) {
    await close()
    const onPhone = await reach(SIZES.phone)
    await expectReadableOnPhone(onPhone.page, state)
    await onPhone.close()
  } else {
    await page.setViewportSize(SIZES.phone.viewport)
    await expectReadableOnPhone(page, state)
    await close()
  }
}

async function expectReadableOnPhone(page: Page, state: State): Promise<void> {
  await expectReadable(page, state)
  await expect.poll(() => findSmallTargets(page)).toEqual([])
}

/** Expects no violation of a rule, and enough contrast where axe gives no result. */
async function expectReadable(page: Page, { hasMotion }: State): Promise<void> {
  const unclear = await expectAccessible(page)
  // Moving texts are elsewhere in the picture than where they were read.
  if (hasMotion === true) return
  // Again and again: a picture may be taken before all of the page is painted.
  await expect.poll(() => findLowContrastTexts(page, unclear)).toEqual([])
}
