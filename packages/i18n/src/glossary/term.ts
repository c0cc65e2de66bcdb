/** An idea in one language: the words to use for it, and the words to avoid. */
export interface Term {
  idea: string
  use: string
  /** A word or a phrase, and why it is avoided. A star at the end matches any ending. */
  avoid: Readonly<Record<string, string>>
  /** Ids of texts that may have these words, each with its reason: the specification gives the text, or another sense is meant. */
  except?: Readonly<Record<string, string>>
}
