import { expect, test } from 'vitest'
import { parsePath } from './paths.ts'

const owner = '01a20a84-eb03-70aa-a768-b5366913a7a8'

test.each(['1767.jpg', '-mvtc_pXm3lpTnMePpZF3w.jpg', '_7QmWq0sT1mJ9cXk2n3v4g.jpg', 'min hund (2).png'])(
  '%s is a name',
  (name) => {
    expect(parsePath('chat-images', `${owner}/${name}`)).toEqual({ bucket: 'chat-images', owner, name })
  },
)

test.each(['', '.', '..', '.jpg', ' a.jpg', 'a/b.jpg', 'a\\b.jpg', 'a\0.jpg', 'å.jpg', 'a'.repeat(101)])(
  '%j is no name',
  (name) => {
    expect(parsePath('chat-images', `${owner}/${name}`)).toBeUndefined()
  },
)
