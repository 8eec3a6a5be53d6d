import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import type { Tell } from '../panel-message.ts'
import { deleteTestDonations } from '../api/payments.ts'

/** Clears the board of test payments, once the person has confirmed that they mean it. */
export function useTestDonations(tell: Tell) {
  const [busy, setBusy] = useState(false)

  async function askAndDelete(): Promise<void> {
    if (!window.confirm('Are you sure you want to delete all test donations?')) return
    tell(undefined)
    setBusy(true)
    try {
      await deleteTestDonations()
      tell({ kind: 'alert', tone: 'good', sentence: 'Donations deleted.' })
    } catch (error) {
      const reason = error instanceof AppError ? error.message : 'Something went wrong.'
      tell({ kind: 'alert', tone: 'trouble', sentence: `${reason} Please try again.` })
    } finally {
      setBusy(false)
    }
  }

  return { busy, askAndDelete }
}
