import type { CheckInKind } from '@samtur/contract/constants'

// i18n-dynamic: travel.did_*
/** Returns the id of what a person says, as the end of a sentence about them. */
export const did = (kind: CheckInKind) => `travel.did_${kind}` as const
