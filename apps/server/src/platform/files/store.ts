/** Where the bytes of files are. Names are `folder/key`. */
export interface Store {
  /** In full and durable when it answers; nothing is left when it fails. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. */
  size(name: string): Promise<number | undefined>
  read(name: string): Promise<Uint8Array | undefined>
  /** Also what is left of an attempt to write it; no error when there is nothing. */
  remove(name: string): Promise<void>
}
