import type { ReactNode } from 'react'

export function CloseIcon() {
  return (
    <Icon>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  )
}

const SOUND_WAVES = {
  full: 'M15.5 9a4.2 4.2 0 0 1 0 6m2.8-8.8a8.2 8.2 0 0 1 0 11.6',
  soft: 'M15.5 9a4.2 4.2 0 0 1 0 6',
  off: 'm16 9.5 5 5m0-5-5 5',
}

export function SoundIcon({ level }: { level: keyof typeof SOUND_WAVES }) {
  return (
    <Icon>
      <path d="M11 5 6.5 9H3v6h3.5l4.5 4z" />
      <path d={SOUND_WAVES[level]} />
    </Icon>
  )
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m6 15 6-6 6 6" />
    </Icon>
  )
}

export function ArrowIcon() {
  return (
    <Icon>
      <path d="M5 12h14m-6-6 6 6-6 6" />
    </Icon>
  )
}

/** Draws the hands of a clock, without a face. */
export function ClockHandsIcon() {
  return (
    <Icon>
      <path d="M12 3v9l6 4" />
    </Icon>
  )
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  )
}

/** Draws a circle with an exclamation mark. */
export function AlertIcon() {
  return (
    <Icon>
      <path d="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m0 5v5m0 3.5v.01" />
    </Icon>
  )
}

export function LockIcon() {
  return (
    <Icon>
      <path d="M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2m1 0V8a4 4 0 0 1 8 0v3" />
    </Icon>
  )
}

export function ShareIcon() {
  return (
    <Icon>
      <path d="M12 15V4m-4 4 4-4 4 4M6 12v6.5a1.5 1.5 0 0 0 1.5 1.5h9a1.5 1.5 0 0 0 1.5-1.5V12" />
    </Icon>
  )
}

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="1.25rem"
      height="1.25rem"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
