import { lazy, type ComponentType } from 'react'

/** Like React's `lazy`, for a part that the page does without where it cannot be loaded, such as without a network. */
export const optionalPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
