/** Events of moderation. Slices that come later in the order react to them, because this slice cannot import them. */
import type { HideableKind } from '@samtur/contract/reports'

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

/** An administrator has suspended the account or lifted the suspension. */
export interface Suspension {
  user_id: string
  suspended: boolean
  at: Date
  /** The account is suspended because it will be deleted. */
  leaving: boolean
}

/** An administrator has begun the deletion of the account (`begun`) or taken it back. */
export interface Deletion {
  user_id: string
  begun: boolean
}

/** An administrator has written to a reporter. */
export interface ReporterMessage {
  admin_id: string
  reporter_id: string
  report_id: string
  subject: string
  message: string
}

/** Content that an administrator hides, or shows again. */
export interface Hiding {
  kind: HideableKind
  id: string
  hidden: boolean
  /** The administrator. */
  by: string
  at: Date
}

/** The content's owner, the page where they see it, whether it has changed, and the people whose open pages show it. */
export interface HiddenContent {
  owner_id: string
  path: string
  changed: boolean
  refresh?: { user_ids: string[]; what: 'chats' | 'rides' }
}

declare module '#platform/reactions' {
  interface DomainEvents {
    /** A new block, under the lock of the pair (`lock_pair`) and before that of the chat. */
    blocked: { payload: Block; result: void }
    /** An account was suspended or reopened, under the lock of the account. */
    suspensionChanged: { payload: Suspension; result: void }
    /** The reaction sets or clears `purge_at` and what goes with it, and sends no mail to the person. */
    deletionChanged: { payload: Deletion; result: void }
    /** The reaction stores the message and notifies the reporter. */
    reporterMessaged: { payload: ReporterMessage; result: void }
    /** A reaction hides or shows the content of its kind. It returns undefined for other kinds and for content that does not exist. */
    contentHidden: { payload: Hiding; result: HiddenContent | undefined }
  }
}
