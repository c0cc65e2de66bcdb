import { os, signedIn, verified } from '#platform/http/context'
import { presentBlock } from './present.ts'
import { blockPerson, unblockPerson } from './service.ts'
import { listBlocks } from './views.ts'

export const moderationRoutes = {
  blocks: os.moderation.blocks.handler(async ({ context }) => {
    const rows = await listBlocks(context.db.read, signedIn(context).id)
    return { items: rows.map(presentBlock) }
  }),
  block: os.moderation.block.handler(async ({ input, context }) => {
    await blockPerson(context, verified(context).id, input.params.userId)
    return { blocked: true as const }
  }),
  unblock: os.moderation.unblock.handler(async ({ input, context }) => {
    await unblockPerson(context, verified(context).id, input.params.userId)
    return { blocked: false as const }
  }),
}
