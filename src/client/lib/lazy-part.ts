import { createElement, use, type ComponentType } from 'react'

/**
 * Creates a component whose code is fetched when it is first rendered. Unlike React's `lazy`, it
 * can be fetched again after a failure.
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
    /** Fetches the code ahead of time; a failure shows when the part is rendered. */
    preload: () => void preload().catch(() => {}),
    reset: () => {
      part = undefined
    },
  }
}
