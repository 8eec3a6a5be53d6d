import type { Stage, State } from './state.ts'
import { EMAIL } from './world.ts'

/** The account dialog. */
export const ACCOUNT_STATES: State[] = [
  { name: 'log-in', board: 'fourteen', who: 'visitor', reach: openDialog },
  {
    name: 'log-in-failed',
    board: 'fourteen',
    who: 'visitor',
    reach: async (stage) => {
      await openDialog(stage)
      const dialog = stage.page.getByRole('dialog')
      await dialog.getByLabel('Email').fill(EMAIL)
      await dialog.getByLabel('Password').fill('not the password')
      await dialog.getByRole('button', { name: 'Log In', exact: true }).click()
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sign-up',
    board: 'fourteen',
    who: 'visitor',
    reach: async (stage) => {
      await openDialog(stage)
      await stage.page.getByText("Don't have an account? Sign up").click()
      await stage.page.getByRole('heading', { name: 'Create Account' }).waitFor()
    },
  },
]

async function openDialog({ enter, page }: Stage): Promise<void> {
  await enter()
  await page.getByText('Login / Sign up').click()
  await page.getByRole('heading', { name: 'Log In' }).waitFor()
}
