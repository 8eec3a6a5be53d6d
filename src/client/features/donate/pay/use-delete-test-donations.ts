import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { referenceOf } from '#client/ui/reference.tsx'
import type { ShowMessage } from '../panel-message.ts'
import { deleteTestDonations } from '../api/payments.ts'

/** Deletes all test donations once the person has confirmed it. */
export function useDeleteTestDonations(showMessage: ShowMessage) {
  const [busy, setBusy] = useState(false)

  async function confirmAndDelete(): Promise<void> {
    if (!window.confirm('Are you sure you want to delete all test donations?')) return
    showMessage(undefined)
    setBusy(true)
    try {
      await deleteTestDonations()
      showMessage({ ariaRole: 'alert', tone: 'success', sentence: 'Donations deleted.' })
    } catch (error) {
      const reason = error instanceof AppError ? error.message : 'Something went wrong.'
      const sentence = `${reason} Please try again.`
      showMessage({ ariaRole: 'alert', tone: 'error', sentence, reference: referenceOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return { busy, confirmAndDelete }
}
