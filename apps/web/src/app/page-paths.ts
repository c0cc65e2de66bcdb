import { paths } from '@samtur/contract/paths'
import { wantedPaths } from '#lib/wanted-paths'

/** The address of every page. */
export const pagePaths = { ...paths, ...wantedPaths } as const
export type PageName = keyof typeof pagePaths
