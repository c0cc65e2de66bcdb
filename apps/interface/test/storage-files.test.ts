/** Hostile files and forms against /storage/v1. */
// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { makeCorpus } from '../../server/test/images/corpus.ts'
import { canary, type Outcome } from '../../server/test/images/samples.ts'
import { goodPicture } from '../../server/test/images/uploads.ts'
import { addMember, asFile, type Member, refusal } from './storage-people.ts'

let t: TestApp
let eva: Member
let bytes: Buffer
beforeAll(async () => {
  t = await startTestApp()
  bytes = await goodPicture()
  eva = await addMember(t, 'Eva Fremmed')
})
afterAll(() => t.close())

const statusOf: Record<Outcome, number> = {
  quarters: 200,
  picture: 200,
  type: 415,
  invalid: 422,
  pixels: 422,
  required: 422,
  too_large: 413,
}

test('a hostile file is refused, or becomes a plain JPEG', { timeout: 120_000 }, async () => {
  const own = eva.program.storage.from('chat-images')
  for (const [index, { name, bytes: sample, claimed, outcome }] of (await makeCorpus()).entries()) {
    const at = `${eva.id}/${index}.jpg`
    const { error } = await own.upload(at, asFile(sample, claimed))
    const status = (error as { status?: number } | null)?.status ?? 200
    expect(
      [outcome].flat().map((one) => statusOf[one]),
      name,
    ).toContain(status)
    if (error) continue
    const { data } = await own.download(at)
    const picture = Buffer.from(await data!.arrayBuffer())
    expect([name, picture.subarray(0, 2).toString('hex'), picture.subarray(-2).toString('hex')]).toEqual([
      name,
      'ffd8',
      'ffd9',
    ])
    expect(picture.includes(canary), name).toBe(false)
  }
})

test('a form holds one file and nothing that is fetched', async () => {
  const at = (name: string) => `${eva.id}/skjema-${name}.jpg`
  const own = eva.program.storage.from('chat-images')
  const form = (...fields: [string, File | string][]) => {
    const data = new FormData()
    for (const [name, value] of fields) data.append(name, value)
    return data
  }
  const address = await own.upload(at('a'), form(['file', 'https://example.no/bilde.jpg']))
  expect(refusal(address)).toEqual([415, 'mime type is not supported'])
  expect((await own.upload(at('b'), form(['', asFile(bytes)], ['', asFile(bytes)]))).error).toMatchObject({
    status: 413,
  })
  expect((await own.upload(at('c'), form())).error).toMatchObject({ status: 422 })
  expect((await own.upload(at('d'), form(['', asFile(bytes)]), { metadata: { owner: 'x' } })).error).toBeNull()
  expect((await own.info(at('d'))).data?.metadata).toEqual({})
})
