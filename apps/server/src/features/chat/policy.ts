/** Who may open a conversation. */

/** All reasons against it get the same answer, so that nobody learns of a block. */
export function mayOpen(target: { exists: boolean; isOpener: boolean; blocked: boolean }): boolean {
  return target.exists && !target.isOpener && !target.blocked
}
