import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { HostDonationStory } from '#contract/host/donations.ts'
import { decidedTextSchema, type HostDonationChange } from '#contract/host/texts.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { RenameForm } from '../../texts/rename-form.tsx'
import styles from './story-page.module.css'
import { useAction } from './use-action.ts'

type Texts = NonNullable<HostDonationStory['texts']>

export interface TextActionsProps {
  texts: Texts
  /** The part of the donation that counts now; without any the page shows nothing of it. */
  leftCents: number
  /** The path of the donation's route. */
  path: string
}

/** Shows what the page shows of a donor, and hides or renames them; the money stays as it is. */
export function TextActions({ texts, leftCents, path }: TextActionsProps) {
  const { task, send, run } = useAction()
  const [isRenaming, setRenaming] = useState(false)
  const [news, setNews] = useState('')
  const renameButton = useRef<HTMLButtonElement>(null)

  async function change(body: HostDonationChange, done: string): Promise<void> {
    setNews('')
    if (await run(path, decidedTextSchema, { method: 'PATCH', body })) setNews(done)
  }

  async function rename(displayName: string): Promise<void> {
    setNews('')
    await send(path, decidedTextSchema, { method: 'PATCH', body: { displayName } })
    setNews('Renamed.')
    close()
  }

  function close(): void {
    // At once, because the focus of the form that goes away shall go to the button that comes.
    flushSync(() => setRenaming(false))
    renameButton.current?.focus()
  }

  return (
    <>
      {leftCents > 0 ? (
        <Shown texts={texts} />
      ) : (
        <p className={styles.shown}>The page does not show it: none of its money counts.</p>
      )}
      {isRenaming ? (
        <RenameForm name={texts.name ?? ''} onRename={rename} onCancel={close} />
      ) : (
        <Buttons
          texts={texts}
          isBusy={task.busy}
          renameButton={renameButton}
          onChange={change}
          onRename={() => {
            setNews('')
            task.clearProblem()
            setRenaming(true)
          }}
        />
      )}
      <output className={styles.hint}>{task.problem?.sentence ?? news}</output>
    </>
  )
}

function Shown({ texts: { hidden, name, message } }: { texts: Texts }) {
  return (
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
  )
}

interface ButtonsProps {
  texts: Texts
  isBusy: boolean
  renameButton: RefObject<HTMLButtonElement | null>
  onChange: (change: HostDonationChange, done: string) => Promise<void>
  onRename: () => void
}

function Buttons({ texts: { hidden, anonymous }, isBusy, renameButton, ...on }: ButtonsProps) {
  const toggle = () => on.onChange({ hidden: !hidden }, hidden ? 'Shown again.' : 'Hidden.')
  return (
    <div className={styles.actions}>
      <ConsoleButton busy={isBusy} onClick={() => void toggle()}>
        {hidden ? 'Show again' : 'Hide'}
      </ConsoleButton>
      {!hidden && !anonymous && (
        <ConsoleButton ref={renameButton} onClick={on.onRename}>
          Rename …
        </ConsoleButton>
      )}
    </div>
  )
}
