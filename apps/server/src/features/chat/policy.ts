/** Who may open a conversation. */

/** All refusals look the same, so that they do not reveal a block. */
export function mayOpen(target: { exists: boolean; isOpener: boolean; blocked: boolean }): boolean {
  return target.exists && !target.isOpener && !target.blocked
}
