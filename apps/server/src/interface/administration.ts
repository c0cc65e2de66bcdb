/** Fills the port of what another server does with the service key. */
import type { Administration } from '@samtur/interface/ports/administration'
import { findByMailbox, findManagedUser, listManagedUsers } from '#features/accounts/port'
import {
  changeForOther,
  createForOther,
  deleteUser,
  endSessionsOfUser,
  inviteForOther,
  isOutOfReach,
  liftFactorOfUser,
  liftUser,
  makeLinkForOther,
  suspendUser,
} from '#features/moderation/port'
import type { Deps } from '../composition/entry.ts'
import type { Translators } from '../composition/mailing.ts'

const by = 'service_key'

export function createAdministration({ config, parts, origin }: Deps, translators: Translators): Administration {
  const { read } = parts.db
  const { supportEmail, adminEmail } = config
  const deps = { origin, supportEmail, adminEmail }
  return {
    find: (userId) => findManagedUser(read, userId),
    findByAddress: (email) => findByMailbox(read, email),
    list: (page) => listManagedUsers(read, page),
    isOutOfReach: (user) => isOutOfReach(user, adminEmail),
    reasonIn: (locale) => (translators[locale] ?? translators['en'])?.('mails.service_reason') ?? '',
    create: (person) => createForOther(parts, config, person),
    invite: (person, flow) => inviteForOther(parts, config, person, flow),
    makeLink: (wanted, flow) => makeLinkForOther(parts, config, wanted, flow),
    change: (userId, changes) => changeForOther(parts, config, userId, changes),
    suspend: (action) => suspendUser(parts, deps, { by, ...action }),
    lift: (action) => liftUser(parts, deps, { by, ...action }),
    remove: (action) => deleteUser(parts, deps, { by, ...action }),
    liftFactor: (userId) => liftFactorOfUser(parts, deps, { by, userId, reason: null }),
    endSessions: (userId, which) => endSessionsOfUser(parts, deps, { by, userId, which }),
  }
}
