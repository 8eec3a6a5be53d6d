import { z } from 'zod'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Hint } from '../../payments/provider.ts'
import { concernId, type Concerns } from '../concerns/concerns.ts'

const KIND = 'hint_not_followed'

const hintSchema = z.object({ paymentRef: z.string().nullable(), captureId: z.string().nullable() })

/** Returns the hints of a provider that led nowhere before, to be followed once more. */
export async function findOpenHints(
  concerns: Pick<Concerns, 'list'>,
  provider: ProviderName,
): Promise<Hint[]> {
  const open = await concerns.list()
  return open
    .filter((concern) => concern.kind === KIND && concern.provider === provider)
    .flatMap(({ details }) => hintSchema.safeParse(details).data ?? [])
}

/** Notes why a hint led nowhere. */
export async function raiseHint(
  concerns: Pick<Concerns, 'raise'>,
  { provider, hint, reason }: { provider: ProviderName; hint: Hint; reason: string },
): Promise<void> {
  const { paymentRef, captureId } = hint
  await concerns.raise({
    kind: KIND,
    subject: nameHint(provider, hint),
    message: `A change could not be followed to its payment: ${reason}`,
    provider,
    details: { paymentRef, captureId },
  })
}

/** Ends what was noted of a hint, because it has led somewhere. */
export async function endHint(
  concerns: Pick<Concerns, 'end'>,
  provider: ProviderName,
  hint: Hint,
): Promise<void> {
  await concerns.end(concernId(KIND, nameHint(provider, hint)))
}

function nameHint(provider: ProviderName, { captureId, paymentRef }: Hint): string {
  return `${provider}:${captureId ?? paymentRef}`
}
