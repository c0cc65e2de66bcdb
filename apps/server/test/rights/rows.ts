/** What the matrix of rights is made of: roles, rows, and the answers that most rows share. */
import type { Dataset } from './dataset.ts'

export const roles = ['V', 'U', 'N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A'] as const
export type Role = (typeof roles)[number]

export interface Row {
  /** `METHOD /path` as it is registered. */
  route: string
  /** The rule that decides, in a few words. */
  rule: string
  /** The status each role is answered. */
  answers: Record<Role, number>
  /** The request, where the pattern alone does not say it. */
  request?(dataset: Dataset): { path?: string; body?: unknown; accept?: string }
  /** The path names something of somebody; an unknown id must be answered exactly like somebody else's. */
  foreign?(id: string): string
  /** Changes data: every role gets a world of its own. */
  writes?: true
}

/** The same answer for everybody. */
export const all = (status: number): Record<Role, number> => ({
  V: status,
  U: status,
  N: status,
  Pp: status,
  Pa: status,
  Pr: status,
  D: status,
  B: status,
  A: status,
})
/** Everybody with a session; visitors are asked to sign in. */
export const signedIn = (status: number) => ({ ...all(status), V: 401 })
/** Writes: also an unconfirmed person is refused. */
export const confirmed = (status: number) => ({ ...all(status), V: 401, U: 403 })

/** Taking part: the administrator keeps the place and takes no part in it. */
export const participant = (status: number) => ({ ...confirmed(status), A: 403 })

/** For the administrator only; everybody else is refused before anything is looked at. */
export const administrator = (status: number) => ({ ...all(403), V: 401, A: status })
