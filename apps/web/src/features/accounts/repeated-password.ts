import type { FieldValues, Resolver } from 'react-hook-form'

/** Adds the check that both new passwords are the same. The repetition never leaves the browser. */
export const withRepetition =
  <Values extends FieldValues & { newPassword: string; repeat: string }>(
    resolver: Resolver<Values>,
  ): Resolver<Values> =>
  async (values, context, options) => {
    const result = await resolver(values, context, options)
    if (values.repeat === values.newPassword) return result
    return { values: {}, errors: { ...result.errors, repeat: { type: 'differs', message: 'differs' } } as never }
  }
