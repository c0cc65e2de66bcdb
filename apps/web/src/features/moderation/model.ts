/** How the administrator's pages read accounts and the log. */
import { userStates, type UserState, type UserSummary } from '@samtur/contract/moderation'

const adminTabs = ['users', 'mails', 'log'] as const

const isState = (text: string | null): text is UserState => userStates.some((state) => state === text)

/** Returns the filters in the address, without invalid ones. */
export function readAddress(params: URLSearchParams) {
  const state = params.get('state')
  return {
    q: params.get('q') ?? '',
    state: isState(state) ? state : ('' as const),
    tab: adminTabs.find((tab) => tab === params.get('tab')) ?? 'users',
    user: params.get('user'),
  }
}

/** Returns the address with some parameters changed; empty ones are left out. */
export function changedAddress(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Returns a user's name, or the address where the name is gone. */
export const calledBy = (user: Pick<UserSummary, 'full_name' | 'email'>) => user.full_name || user.email
