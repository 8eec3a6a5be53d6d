import { useEffect, useEffectEvent, useState } from 'react'
import type { Choice } from '#contract/choices.ts'
import { formatAmount } from '#contract/money.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { formatShare, isOpenAt, readResult } from '#client/lib/choice-result.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import { useLiveSums } from '#client/lib/live-sums.ts'
import { useServerNow, useServerOffset } from '#client/lib/server-clock.ts'
import { Button } from '#client/ui/button.tsx'
import choiceStyles from '#client/ui/choice.module.css'
import { useUndisturbed } from '../use-undisturbed.ts'
import type { Vote } from './use-vote.ts'
import styles from './vote-part.module.css'

declare module 'react' {
  interface CSSProperties {
    /** The part of all votes, 0 to 1. */
    '--share'?: number
  }
}

/** The number of options that are shown at first; a button shows the rest. */
const SHOWN = 5

/**
 * Offers the open choices to a donor, who need not vote; none is chosen for them. One that opens or
 * closes while somebody is at the panel comes or goes after that.
 */
export function VotePart({ vote }: { vote: Vote }) {
  const { choices = [] } = useCampaign()
  const now = useServerNow(useServerOffset())
  const open = choices.filter((choice) => isOpenAt(choice, now))
  useClosing(vote, open)
  const known = open.filter(({ id }) => vote.idsAtFirst.has(id))
  const shown = useUndisturbed<readonly Choice[]>(open, known, hasSameIds)
  if (shown.length === 0) return vote.hasClosed && <Closed />
  return (
    <fieldset className={styles.vote}>
      <legend>
        Vote with your dollars <span>· optional</span>
      </legend>
      <label className={styles.none}>
        <input
          type="radio"
          name="vote"
          className={choiceStyles.choice}
          checked={vote.optionId === undefined}
          onChange={() => vote.choose(undefined)}
        />
        {vote.hasClosed ? <Closed /> : 'No vote'}
      </label>
      {shown.map((held, index) => {
        const choice = choices.find(({ id }) => id === held.id) ?? held
        const isOpen = isOpenAt(choice, now) && choices.includes(choice)
        return (
          <details key={held.id} name="vote-choices" className={styles.choice} open={index === 0}>
            <summary ref={tellHeight}>
              <bdi>{choice.question}</bdi>
              <TimeLeft choice={choice} leftMs={isOpen ? Date.parse(choice.closesAt) - now : 0} />
            </summary>
            <Options {...{ choice, vote, isOpen }} />
          </details>
        )
      })}
    </fieldset>
  )
}

function hasSameIds(a: readonly Choice[], b: readonly Choice[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id)
}

function TimeLeft({ choice, leftMs }: { choice: Choice; leftMs: number }) {
  if (leftMs <= 0) return <time dateTime={choice.closesAt}>closed</time>
  return (
    <time role="timer" dateTime={choice.closesAt}>
      <span className="visually-hidden">closes in </span>
      {formatLeft(leftMs)}
    </time>
  )
}

/** Tells the options of a question how high this is: it stands above them in an open sheet. */
function tellHeight(question: HTMLElement | null): (() => void) | undefined {
  if (question === null) return undefined
  const observer = new ResizeObserver(() =>
    question.parentElement?.style.setProperty('--question', `${question.offsetHeight}px`),
  )
  observer.observe(question)
  return () => observer.disconnect()
}

interface OptionsProps {
  choice: Choice
  vote: Vote
  isOpen: boolean
}

function Options({ choice, vote, isOpen }: OptionsProps) {
  const { options } = readResult(choice, useLiveSums()?.choices[choice.id])
  const [isWhole, setWhole] = useState(options.length <= SHOWN)
  const shown = isWhole
    ? options
    : options.filter(({ id }, index) => index < SHOWN || id === vote.optionId)
  return (
    <fieldset className={styles.options} aria-label={choice.question}>
      {shown.map(({ id, label, amountCents, share }) => (
        <label key={id} className={styles.option} style={{ '--share': share }}>
          <input
            type="radio"
            name="vote"
            className={choiceStyles.choice}
            aria-label={label}
            checked={vote.optionId === id}
            // A field that is disabled would lose the focus.
            aria-disabled={!isOpen}
            onChange={() => isOpen && vote.choose(id)}
          />
          <span className={styles.told}>
            <bdi>{label}</bdi>
            <span>
              {formatAmount(amountCents)} <small>{formatShare(share)}</small>
            </span>
          </span>
        </label>
      ))}
      {!isWhole && (
        <Button variant="link" className={styles.rest} onClick={() => setWhole(true)}>
          All {options.length}
        </Button>
      )}
    </fieldset>
  )
}

function Closed() {
  return (
    <output className={styles.closed}>
      The vote has closed: a payment that begins now goes without one.
    </output>
  )
}

/** Takes the chosen option back once its choice is not open any more. */
function useClosing({ optionId, lose }: Vote, open: readonly Choice[]): void {
  const isOpen = open.some(({ options }) => options.some(({ id }) => id === optionId))
  const isLost = optionId !== undefined && !isOpen
  const handleLoss = useEffectEvent(lose)
  useEffect(() => {
    if (isLost) handleLoss()
  }, [isLost])
}
