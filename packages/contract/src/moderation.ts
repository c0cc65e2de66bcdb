/** Moderation: blocks between two people. */
import { z } from './zod.ts'
import { endpoint, id, instant } from './endpoint.ts'

const block = z.object({
  user: z.object({ id, full_name: z.string(), profile_picture: z.string().nullable() }),
  created_at: instant,
})

export const moderation = {
  blocks: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/blocks',
    tag: 'moderation',
    summary: 'People the caller has blocked; never who blocked the caller',
    output: z.object({ items: z.array(block) }),
  }),
  block: endpoint({
    access: 'participant',
    method: 'PUT',
    path: '/me/blocks/{userId}',
    tag: 'moderation',
    summary: 'Block a person; repeating it changes nothing',
    output: z.object({ blocked: z.literal(true) }),
    errors: ['not_found', 'validation'],
  }),
  unblock: endpoint({
    access: 'confirmed',
    method: 'DELETE',
    path: '/me/blocks/{userId}',
    tag: 'moderation',
    summary: 'Lift an own block',
    output: z.object({ blocked: z.literal(false) }),
  }),
}
