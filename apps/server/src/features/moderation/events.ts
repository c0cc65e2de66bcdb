/** What happens when the administrator or a person moderates. Slices further along react here, because this one cannot know them. */
import type { HideableKind } from '@samtur/contract/reports'
import type { Tx } from '#platform/db/database'

declare module '#platform/live/bus' {
  interface Topics {
    /** A block between the two was set or lifted. */
    block: { a: string; b: string }
  }
}

export interface Block {
  blocker_id: string
  blocked_id: string
}

/** The administrator has shut the account (`suspended`) or opened it again. */
export interface Suspension {
  user_id: string
  suspended: boolean
  at: Date
  /** The account is shut because it will be deleted. */
  leaving: boolean
}

/** The administrator wants the account deleted (`wanted`) or has taken that back. */
export interface Deletion {
  user_id: string
  wanted: boolean
}

/** The administrator has written to whoever reported. */
export interface ReporterMessage {
  admin_id: string
  reporter_id: string
  report_id: string
  subject: string
  message: string
}

/** Content that the administrator wants hidden, or shown again. */
export interface Hiding {
  kind: HideableKind
  id: string
  hidden: boolean
  /** Which administrator, and when. */
  by: string
  at: Date
}

/** Whose content it is, where they see it, whether anything has changed, and whose open pages show it. */
export interface HiddenContent {
  owner_id: string
  path: string
  changed: boolean
  refresh?: { user_ids: string[]; what: 'chats' | 'rides' }
}

type Reaction<Fact, Answer> = (tx: Tx, fact: Fact) => Promise<Answer>

/** The same function runs once, however often it is registered, and until the last who registered it has taken it back. */
function createReactions<Fact, Answer = void>() {
  const reactions = new Map<Reaction<Fact, Answer>, number>()
  const on = (reaction: Reaction<Fact, Answer>): (() => void) => {
    reactions.set(reaction, (reactions.get(reaction) ?? 0) + 1)
    let registered = true
    return () => {
      const left = (reactions.get(reaction) ?? 0) - Number(registered)
      registered = false
      if (left > 0) reactions.set(reaction, left)
      else reactions.delete(reaction)
    }
  }
  const react = async (tx: Tx, fact: Fact): Promise<Answer[]> => {
    const answers: Answer[] = []
    for (const reaction of reactions.keys()) answers.push(await reaction(tx, fact))
    return answers
  }
  return { on, react }
}

const blocks = createReactions<Block>()
const suspensions = createReactions<Suspension>()
const deletions = createReactions<Deletion>()
const reporterMessages = createReactions<ReporterMessage>()
const hidings = createReactions<Hiding, HiddenContent | undefined>()

/** Registers what runs in the transaction of every new block, under the lock of the pair (`lock_pair`) and before that of the chat. */
export const onBlock = blocks.on
export const reactToBlock = blocks.react

/** Registers what runs in the transaction that shuts or opens an account, under the lock of the account. */
export const onSuspension = suspensions.on
export const reactToSuspension = suspensions.react

/** The same for a deletion: whoever reacts sets or takes back `purge_at` and whatever goes with it, and writes no mail to the person. */
export const onAccountDeletion = deletions.on
export const reactToAccountDeletion = deletions.react

/** Registers what keeps a message to a reporter and tells them of it, in the transaction in which it is written. */
export const onReporterMessaged = reporterMessages.on
export const reactToReporterMessage = reporterMessages.react

/** Registers what hides and shows content of one kind; it answers nothing for other kinds and for what is not there. */
export const onContentHidden = hidings.on

/** Of the kinds of the slices further along; undefined where none of them has such content. */
export async function reactToHiding(tx: Tx, hiding: Hiding): Promise<HiddenContent | undefined> {
  const answers = await hidings.react(tx, hiding)
  return answers.find((answer) => answer !== undefined)
}
