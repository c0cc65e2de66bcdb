/** The place of the files' bytes. Names are `folder/key`. */
export interface Store {
  /** Writes the file. When it returns the file is complete and durable; when it throws nothing is left. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Returns undefined when there is no such file. */
  size(name: string): Promise<number | undefined>
  read(name: string): Promise<Uint8Array | undefined>
  /** Removes the file, or the rest of an attempt to write it. Does nothing without one. */
  remove(name: string): Promise<void>
  /** Counts all files; undefined where there are too many to list. */
  usage(): Promise<Usage | undefined>
}

export interface Usage {
  count: number
  bytes: number
}
