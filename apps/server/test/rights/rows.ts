/** Types of the rights matrix: roles, rows, and responses that most rows share. */
import type { Dataset } from './dataset.ts'

export const roles = ['V', 'U', 'N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A'] as const
export type Role = (typeof roles)[number]

export interface Row {
  /** `METHOD /path` as it is registered. */
  route: string
  /** The rule that decides, in a few words. */
  rule: string
  /** The response's status for each role. */
  answers: Record<Role, number>
  /** The request, where the pattern alone does not give it. */
  request?(dataset: Dataset): { path?: string; body?: unknown; accept?: string }
  /** Returns a path with the id of a person's object; an unknown id must get exactly the response of another person's id. */
  foreign?(id: string): string
  /** Changes data: every role gets a dataset of its own. */
  writes?: true
}

/** The same status for every role. */
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
/** For every role with a session; visitors get 401. */
export const signedIn = (status: number) => ({ ...all(status), V: 401 })
/** For confirmed people; an unconfirmed one gets 403. */
export const confirmed = (status: number) => ({ ...all(status), V: 401, U: 403 })

/** For members; administrators get 403, because they do not take part. */
export const participant = (status: number) => ({ ...confirmed(status), A: 403 })

/** For administrators; every other role is refused before the input is read. */
export const administrator = (status: number) => ({ ...all(403), V: 401, A: status })
