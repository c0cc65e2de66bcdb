/** Reactions to other slices' facts. */
import { profilePath } from '@samtur/contract/paths'
import type { HiddenContent, Hiding } from '#features/moderation/events'
import type { Tx } from '#platform/db/database'
import { hideComment } from './store.ts'

/** Hides a comment, or shows it again, after an administrator's decision; rating and reply stay. Returns undefined for other content. */
export async function followCommentHiding(tx: Tx, hiding: Hiding): Promise<HiddenContent | undefined> {
  const { kind, id, hidden, at } = hiding
  const comment = kind === 'comment' ? await hideComment(tx, id, hidden ? at : null) : undefined
  return comment && { owner_id: comment.rater_id, path: profilePath(comment.rated_id), changed: comment.changed }
}
