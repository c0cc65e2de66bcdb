/** Block rows → responses. */
import { pictureUrl } from '#features/profiles/port'
import type { BlockRow } from './views.ts'

export function presentBlock(row: BlockRow) {
  return {
    user: { id: row.id, full_name: row.full_name, profile_picture: pictureUrl(row.picture_key) },
    created_at: row.created_at.toISOString(),
  }
}
