import { createElement, use, type ComponentType } from 'react'

/**
 * A component whose code is fetched when it is first wanted. Unlike React's `lazy` it can be
 * fetched again after a failure.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: Promise<ComponentType<Props>> | undefined

  function preload(): Promise<ComponentType<Props>> {
    part ??= load()
    return part
  }

  function LazyPart(props: Props) {
    return createElement(use(preload()), props)
  }

  return {
    LazyPart,
    /** Fetches it ahead of time; a failure shows when the part is rendered. */
    preload: () => void preload().catch(() => {}),
    reset: () => {
      part = undefined
    },
  }
}
