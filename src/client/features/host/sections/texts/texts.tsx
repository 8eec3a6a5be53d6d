import { useCallback, useMemo, useState } from 'react'
import {
  hostTextsSchema,
  type HostText,
  type HostTexts,
  type TextAction,
} from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { Notice } from '#client/ui/notice.tsx'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData, type HostData } from '../../api/use-host-data.ts'
import { useShortcuts } from '../../shortcuts/shortcuts.ts'
import { DataView } from '../../ui/data-view.tsx'
import { SectionTop } from '../section-top.tsx'
import { Decided } from './decided.tsx'
import { Judge } from './judge.tsx'
import { ListChoice, type ShownList } from './list-choice.tsx'
import { ScreeningPanel } from './screening-panel.tsx'
import { TextList } from './text-list.tsx'
import styles from './texts.module.css'
import { usePresences } from './use-presences.ts'
import { useSelection } from './use-selection.ts'
import { useTextDecisions, type TextDecisions } from './use-text-decisions.ts'
import { describeMeanwhile, describeWaiting } from './wording.ts'

const TEXTS: readonly ChangeTopic[] = ['texts']

/** Shows the names and messages that wait for a person, and takes decisions about them. */
export function Texts() {
  const [list, setList] = useState<ShownList>('waiting')
  const source = useHostData(`${HOST_ROUTES.texts}?state=${list}`, hostTextsSchema, TEXTS)
  const counts = source.data?.counts
  const isNothing = list === 'waiting' && source.data !== undefined && isEmpty(source.data)
  return (
    <>
      <SectionTop
        name="Names and messages"
        headline={counts && describeWaiting(counts)}
        lead={
          isNothing ? (
            'A text that the screening holds comes here by itself.'
          ) : (
            <span className={styles.lead}>
              While a text waits, its row says ‘A donor’. The money counts all the same.
            </span>
          )
        }
      />
      <ListChoice list={list} counts={counts} onChoose={setList} />
      <DataView source={source} name="names and messages" lines={6} bringsPanels>
        {(data) => <Desk key={list} data={data} source={source} list={list} />}
      </DataView>
      <ScreeningPanel />
    </>
  )
}

/** Returns whether there is nothing to decide, and nothing that was. */
function isEmpty({ texts, recent }: HostTexts): boolean {
  return texts.length === 0 && recent.length === 0
}

interface DeskProps {
  data: HostTexts
  source: HostData<HostTexts>
  list: ShownList
}

/** The list of texts, the one that is decided now, and those that were decided last. */
function Desk({ data, source, list }: DeskProps) {
  const { texts, recent } = data
  const decisions = useTextDecisions(source.refresh)
  const { decide, isBusy, problem, done } = decisions
  const { current, index, select, step } = useSelection(data)
  const meanwhile = findMeanwhile(data, current)
  const others = usePresences(current?.id)
  const { isRenaming, act, rename, cancelRename } = useActions(current, decisions)
  const lastOwn = recent.find(({ decision }) => decision?.isMine && decision.action !== 'undo')
  const undoLast = useCallback(() => {
    if (lastOwn !== undefined && !isBusy) void decide(lastOwn, 'undo')
  }, [lastOwn, decide, isBusy])
  useShortcuts(useKeys({ act, undoLast, step }))
  // The line above says so.
  if (list === 'waiting' && current === undefined && isEmpty(data)) return null

  return (
    <>
      {problem !== undefined && (
        <Notice ariaRole="alert" tone="error" onDismiss={decisions.dismiss}>
          {problem}
        </Notice>
      )}
      <output className="visually-hidden">{meanwhile ? describeMeanwhile(meanwhile) : done}</output>
      <div className={styles.desk} data-empty={current === undefined || undefined}>
        <TextList {...{ texts, current, others, list }} onSelect={select} />
        {current !== undefined && (
          <Judge
            text={current}
            place={{ index, count: texts.length }}
            meanwhile={meanwhile}
            others={others.filter(({ textId }) => textId === current.id)}
            isBusy={isBusy}
            isRenaming={isRenaming}
            onAct={act}
            onRename={rename}
            onCancelRename={cancelRename}
            onNext={() => step(1)}
          />
        )}
        {(current !== undefined || recent.length > 0) && (
          <Decided texts={recent} isBusy={isBusy} onUndo={(text) => void decide(text, 'undo')} />
        )}
      </div>
    </>
  )
}

/** Decides about the current text; a renaming first asks for the name. */
function useActions(current: HostText | undefined, { decide, isBusy }: TextDecisions) {
  const [renaming, setRenaming] = useState<string>()
  const act = useCallback(
    (action: TextAction) => {
      if (current === undefined || isBusy) return
      if (action === 'rename') setRenaming(current.id)
      else void decide(current, action).then((failure) => failure ?? setRenaming(undefined))
    },
    [current, decide, isBusy, setRenaming],
  )

  async function rename(name: string): Promise<void> {
    if (current === undefined || isBusy) return
    const failure = await decide(current, 'rename', name)
    // A typed name stays if somebody else was first.
    if (failure !== undefined) throw failure
    setRenaming(undefined)
  }

  return {
    isRenaming: renaming !== undefined && renaming === current?.id,
    act,
    rename,
    cancelRename: () => setRenaming(undefined),
  }
}

/** Returns a text with what another host has decided about it since it was shown. */
function findMeanwhile({ texts, recent }: HostTexts, current: HostText | undefined) {
  const isListed = texts.some(({ id }) => id === current?.id)
  return isListed ? undefined : recent.find(({ id }) => id === current?.id)
}

interface Actions {
  act: (action: TextAction) => void
  undoLast: () => void
  step: (by: number) => void
}

function useKeys({ act, undoLast, step }: Actions) {
  return useMemo(
    () => [
      { keys: ['a'], does: 'Approve the text', run: () => act('approve') },
      { keys: ['n'], does: 'Approve the name alone', run: () => act('approve-name') },
      { keys: ['e'], does: 'Rename the donor', run: () => act('rename') },
      { keys: ['d'], does: 'Deny the text', run: () => act('deny') },
      { keys: ['u'], does: 'Take back your last decision', run: undoLast },
      { keys: ['j'], does: 'Next text', run: () => step(1) },
      { keys: ['k'], does: 'Text before', run: () => step(-1) },
    ],
    [act, undoLast, step],
  )
}
