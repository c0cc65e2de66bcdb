/** Returns the name of a picture in /storage/v1: its key, unless a program has given it another one. */
export const pictureNameOf = (picture: { picture_key: string | null; picture_name: string | null }): string | null =>
  picture.picture_name ?? picture.picture_key
