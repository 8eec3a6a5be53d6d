import { fillAccount, PASSWORD } from '../helpers/browser/visitor.ts'
import { answerWith } from './page-control.ts'
import type { StateSetup, State } from './state.ts'
import { EMAIL } from './state-accounts.ts'

/** States of the account dialog. */
export const ACCOUNT_STATES: State[] = [
  { name: 'log-in', board: 'fourteen', who: 'visitor', reach: openDialog },
  {
    name: 'log-in-failed',
    board: 'fourteen',
    who: 'visitor',
    reach: async (setup) => {
      await openDialog(setup)
      const dialog = setup.page.getByRole('dialog')
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
    reach: openSignUp,
  },
  {
    name: 'known-address',
    board: 'fourteen',
    who: 'visitor',
    reach: async (setup) => {
      await setup.backend.donor()
      await openSignUp(setup)
      await fillAccount(setup.page, EMAIL, PASSWORD)
      await setup.page.getByRole('button', { name: 'Sign Up', exact: true }).click()
      await setup.page.getByRole('button', { name: 'Log in instead' }).waitFor()
    },
  },
  {
    name: 'forgot-password',
    board: 'fourteen',
    who: 'visitor',
    reach: async (setup) => {
      await openDialog(setup)
      await setup.page.getByRole('button', { name: 'Forgot password?' }).click()
      await setup.page.getByRole('heading', { name: 'Reset Password' }).waitFor()
    },
  },
  {
    name: 'check-your-mail',
    board: 'fourteen',
    who: 'visitor',
    reach: async (setup) => {
      await openDialog(setup)
      await setup.page.getByRole('button', { name: 'Forgot password?' }).click()
      await setup.page.getByRole('dialog').getByLabel('Email').fill(EMAIL)
      await setup.page.getByRole('button', { name: 'Send the Link' }).click()
      await setup.page.getByRole('heading', { name: 'Check Your Mail' }).waitFor()
    },
  },
  {
    name: 'new-password',
    board: 'fourteen',
    who: 'visitor',
    reach: async ({ enter, page }) => {
      await enter()
      await page.goto('/#reset-password=a-token')
      await page.getByRole('heading', { name: 'New Password' }).waitFor()
    },
  },
  {
    name: 'second-factor-asked',
    board: 'fourteen',
    who: 'visitor',
    reach: async (setup) => {
      const challenge = { twoFactorRedirect: true, twoFactorMethods: ['totp'] }
      await answerWith(setup.page, '/api/auth/sign-in/email', challenge)
      await openDialog(setup)
      await fillAccount(setup.page, EMAIL, PASSWORD)
      await setup.page.getByRole('button', { name: 'Log In', exact: true }).click()
      await setup.page.getByRole('heading', { name: 'One More Step' }).waitFor()
    },
  },
]

async function openSignUp({ enter, page }: StateSetup): Promise<void> {
  await enter()
  await page.getByRole('button', { name: /Donate NOW!/ }).click()
  await page.getByRole('heading', { name: 'Create Account' }).waitFor()
}

async function openDialog({ enter, page }: StateSetup): Promise<void> {
  await enter()
  await page.getByText('Login / Sign up').click()
  await page.getByRole('heading', { name: 'Log In' }).waitFor()
}
