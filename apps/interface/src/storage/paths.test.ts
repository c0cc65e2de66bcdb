import { expect, test } from 'vitest'
import { StorageError } from './errors.ts'
import { bucketIds, parsePath, pathOfAddress, readFolder, readPath, writePath } from './paths.ts'

const owner = '01a20a84-eb03-70aa-a768-b5366913a7a8'
const other = '3f2b8c1e-0000-4000-8000-00000000000b'
const errorOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof StorageError ? error.failure.error : error
  }
}

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

test.each(bucketIds)('an object of %s is written into the own folder', (bucket) => {
  expect(writePath(bucket, `${owner}/bilde.jpg`, owner)).toEqual({ bucket, owner, name: 'bilde.jpg' })
  // The letters of an id may be large.
  expect(writePath(bucket, `${owner.toUpperCase()}/bilde.jpg`, owner)).toMatchObject({ owner })
})

test.each(bucketIds)(
  'an object of %s is not written into the folder of another person, and the error names none',
  (bucket) => {
    const unknown = errorOf(() => readPath(bucket, 'x'))
    expect(unknown).toBe('not_found')
    for (const folder of [other, other.toUpperCase(), owner.replace('3', '4')])
      expect(
        errorOf(() => writePath(bucket, `${folder}/bilde.jpg`, owner)),
        folder,
      ).toBe(unknown)
  },
)

test('a path has one folder and one name, and no way out of them', () => {
  const refused = [
    '',
    'bilde.jpg',
    `${owner}/`,
    `${owner}/a/b.jpg`,
    `${owner}/../${other}/a.jpg`,
    `${owner}/..`,
    `${owner}/.hidden`,
    `../${owner}/a.jpg`,
    `/${owner}/a.jpg`,
    `${owner}/a\\b.jpg`,
    `${owner}/a%2Fb.jpg`,
    `${owner}/${'a'.repeat(101)}`,
    `${owner}x/a.jpg`,
  ]
  for (const text of refused) {
    expect(parsePath('profiles', text), text).toBeUndefined()
    expect(
      errorOf(() => writePath('profiles', text, owner)),
      text,
    ).toBe('InvalidKey')
  }
  expect(parsePath('profiles', `${owner}/${'a'.repeat(100)}`)).toBeDefined()
})

test('the root of a bucket has no list', () => {
  expect(readFolder(`${owner.toUpperCase()}/`)).toBe(owner)
  for (const prefix of ['', '/', 'x', `${owner}/a`])
    expect(
      errorOf(() => readFolder(prefix)),
      prefix,
    ).toBe('not_found')
})

test('an address names an object of this interface, or nothing', () => {
  const address = `https://samtur.example/storage/v1/object/public/profiles/${owner}/mitt%20bilde.jpg`
  expect(pathOfAddress(address)).toEqual({ bucket: 'profiles', owner, name: 'mitt bilde.jpg' })
  for (const changed of [
    'x',
    address.replace('profiles', 'secrets'),
    address.replace('public', 'private'),
    address.replace('%20', '%2F'),
    address.replace('/storage/v1', ''),
  ])
    expect(pathOfAddress(changed), changed).toBeUndefined()
})
