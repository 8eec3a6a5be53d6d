import { useState } from 'react'
import type { HostDonationStory } from '#contract/host/donations.ts'
import { decidedTextSchema, type HostDonationChange } from '#contract/host/texts.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { RenameForm } from '../../texts/rename-form.tsx'
import styles from './story-page.module.css'
import { useAction } from './use-action.ts'

export interface TextActionsProps {
  texts: NonNullable<HostDonationStory['texts']>
  /** The path of the donation's route. */
  path: string
}

/** Shows what the page shows of a donor, and hides or renames them; the money stays as it is. */
export function TextActions({ texts: { hidden, name, message }, path }: TextActionsProps) {
  const { isBusy, problem, run } = useAction()
  const [isRenaming, setRenaming] = useState(false)

  async function change(body: HostDonationChange): Promise<void> {
    if (await run(path, decidedTextSchema, { method: 'PATCH', body })) setRenaming(false)
  }

  return (
    <>
      <p className={styles.shown}>
        {hidden ? (
          'Hidden: the page shows “A donor”.'
        ) : (
          <>
            The page shows “<bdi>{name}</bdi>”.
          </>
        )}
        {message !== null && <q>{message}</q>}
      </p>
      {isRenaming ? (
        <RenameForm
          name={name ?? ''}
          isBusy={isBusy}
          onRename={(displayName) => void change({ displayName })}
          onCancel={() => setRenaming(false)}
        />
      ) : (
        <div className={styles.actions}>
          <ConsoleButton busy={isBusy} onClick={() => void change({ hidden: !hidden })}>
            {hidden ? 'Show again' : 'Hide'}
          </ConsoleButton>
          {!hidden && <ConsoleButton onClick={() => setRenaming(true)}>Rename …</ConsoleButton>}
        </div>
      )}
      <output className={styles.hint}>{problem}</output>
    </>
  )
}
