/** Replays the support requests of the plan. */
import { addLines, addMessage, insertRequest, moveRequest, setNotes } from '#features/support/store'
import type { Tx } from '#platform/db/database'
import type { Event, IdOf } from './event.ts'
import { administrator, emailOf } from './people.ts'
import type { PlannedSupport, SupportStep } from './planned.ts'

/** Returns the events of a support request; without a demo administrator it stays unanswered. */
export function supportEvents({ from, at, steps, talk, ...input }: PlannedSupport, idOf: IdOf): Event[] {
  const adminId = idOf(administrator)
  if (adminId === '' && steps.length > 0) return []
  let id = ''
  const ask = async (tx: Tx) => {
    const isGuest = 'email' in from
    const request = await insertRequest(tx, {
      ...input,
      userId: isGuest ? null : idOf(from),
      name: from.name,
      email: isGuest ? from.email : emailOf(from),
      locale: from.language,
      origin: talk.length > 0 ? 'chat' : 'form',
    })
    id = request.id
    if (talk.length === 0) return
    await addLines(
      tx,
      id,
      talk.map(([author, content]) => ({ author, content })),
    )
  }
  const take = async (tx: Tx, step: SupportStep) => {
    if ('by' in step) return addMessage(tx, { requestId: id, author: step.by, content: step.text, clientId: undefined })
    await moveRequest(tx, id, step.status, adminId)
    if (step.notes) await setNotes(tx, id, step.notes)
  }
  return [{ at, happen: ask }, ...steps.map((step) => ({ at: step.at, happen: (tx: Tx) => take(tx, step) }))]
}
