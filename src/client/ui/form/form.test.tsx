import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { FormProblemNotice } from './field-problem.tsx'
import { FormField } from './form-field.tsx'
import { Form, type FormProps } from './form.tsx'
import { FieldError, findFieldByWords } from './refused-field.ts'
import { useTask } from './use-task.ts'

type Send = () => Promise<void>

function TestForm({ onSubmit }: { onSubmit: FormProps['onSubmit'] }) {
  const task = useTask()
  return (
    <Form
      task={task}
      findField={(error) => findFieldByWords(error, [[/\bname\b/, 'name']])}
      onSubmit={onSubmit}
    >
      <FormProblemNotice />
      <FormField name="name" label="Name" hint="As others shall see it.">
        {(control) => <input {...control} data-missing="Please write a name." required />}
      </FormField>
      <FormField name="link" label="Link">
        {(control) => <input {...control} type="url" data-wrong="It begins with https://." />}
      </FormField>
      <button type="submit">Send</button>
    </Form>
  )
}

function open(send: Send = async () => {}) {
  const onSubmit = vi.fn<FormProps['onSubmit']>(() => send())
  render(<TestForm onSubmit={onSubmit} />)
  const user = userEvent.setup()
  return {
    onSubmit,
    name: screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }),
    link: screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }),
    fill: async (name: string, link = '') => {
      if (name !== '') await user.type(screen.getByLabelText('Name'), name)
      if (link !== '') await user.type(screen.getByLabelText('Link'), link)
      await user.click(screen.getByRole('button', { name: 'Send' }))
    },
  }
}

const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ')

/** Expects that this field alone is in error, described by the sentence, and focused. */
function expectWrong(field: HTMLElement, description: string): void {
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(descriptionOf(field)).toBe(description)
  expect([...document.querySelectorAll('[aria-invalid]')]).toEqual([field])
  expect(document.activeElement).toBe(field)
}

test.each(['', '   '])(
  'a field with %j that must be filled in is told, and focused',
  async (text) => {
    const { name, fill, onSubmit } = open()
    await fill(text)
    expectWrong(name, 'Please write a name. | As others shall see it.')
    expect(onSubmit).not.toHaveBeenCalled()
  },
)

test('a value of the wrong form is told in a sentence of ours', async () => {
  const { link, fill, onSubmit } = open()
  await fill('Ada', 'example')
  expectWrong(link, 'It begins with https://.')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a field that the server refuses is told, and keeps what was typed', async () => {
  const refusal = new AppError('invalid-argument', 'The name is too long.')
  const { name, fill } = open(() => Promise.reject(refusal))
  await fill('Ada')
  expectWrong(name, 'The name is too long. | As others shall see it.')
  expect(name.value).toBe('Ada')
})

test('a failure that knows its field is told there', async () => {
  const { link, fill } = open(() => Promise.reject(new FieldError('link', 'Nobody is there.')))
  await fill('Ada')
  expectWrong(link, 'Nobody is there.')
})

test('what is about no field is told once, and marks none', async () => {
  const { name, fill } = open(() => Promise.reject(new AppError('unavailable', 'Not now.')))
  await fill('Ada')
  expect(screen.getByRole('alert').textContent).toBe('Not now.')
  expect(document.querySelector('[aria-invalid]')).toBeNull()
  expect(descriptionOf(name)).toBe('As others shall see it.')
})

test('a field that is right again is no longer marked', async () => {
  const { name, fill } = open()
  await fill('')
  await fill('Ada')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(name.getAttribute('aria-invalid')).toBeNull()
  expect(descriptionOf(name)).toBe('As others shall see it.')
})
