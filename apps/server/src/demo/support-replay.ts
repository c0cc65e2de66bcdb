/** Replays the support requests of the plan. */
import { addLines, addMessage, insertRequest, moveRequest, setNotes } from '#features/support/store'
import type { Tx } from '#platform/db/database'
import type { Event, IdOf, Plan, PlannedSupport, SupportStep } from './planned.ts'

/** Returns the events of a support request; without a demo administrator it stays unanswered. */
export function supportEvents(
  { person, guest, at, steps, talk, ...input }: PlannedSupport,
  { administrator }: Plan,
  idOf: IdOf,
): Event[] {
  const writer = person ?? guest
  if (!writer) throw new Error(`a support request from nobody: ${input.subject}`)
  const adminId = idOf(administrator)
  if (adminId === '' && steps.length > 0) return []
  let id = ''
  const ask = async (tx: Tx) => {
    const request = await insertRequest(tx, {
      ...input,
      userId: person ? idOf(person) : null,
      name: writer.name,
      email: writer.email,
      locale: writer.language,
      origin: talk.length > 0 ? 'chat' : 'form',
    })
    id = request.id
    if (talk.length === 0) return
    await addLines(tx, id, talk)
  }
  const take = async (tx: Tx, step: SupportStep) => {
    if ('by' in step) return addMessage(tx, { requestId: id, author: step.by, content: step.text, clientId: undefined })
    await moveRequest(tx, id, step.status, adminId)
    if (step.notes) await setNotes(tx, id, step.notes)
  }
  return [{ at, happen: ask }, ...steps.map((step) => ({ at: step.at, happen: (tx: Tx) => take(tx, step) }))]
}
