import { useRef, useState, type RefObject } from 'react'
import type { AlarmSettings } from '#contract/host/alarms.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { findFieldByWords } from '#client/ui/form/refused-field.ts'
import { useTask } from '#client/ui/form/use-task.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './alarms-panel.module.css'
import { Deliveries } from './deliveries.tsx'
import { NEW_SECRET, REMOVAL, setAddress, useAlarms } from './use-alarms.ts'

type Alarms = ReturnType<typeof useAlarms>

/** Sets and tries the address that gets alarms besides the hosts' mail. */
export function AlarmsPanel() {
  const alarms = useAlarms()
  const field = useRef<HTMLInputElement>(null)
  const { source, message, secret } = alarms
  return (
    <Panel title="Alarms" aside="by mail, and to one address" id="alarms">
      <p className={styles.lead}>
        Hosts are mailed when something needs them. One address of yours can get the same as a
        signed message (Standard Webhooks).
      </p>
      <DataView source={source} name="the address for alarms" lines={3}>
        {({ webhookUrl, stopped, deliveries }) => (
          <>
            <AddressForm field={field} url={webhookUrl} alarms={alarms} />
            {stopped !== null && (
              <Notice ariaRole="status" tone="error">
                {stopped}
              </Notice>
            )}
            {message && (
              <Notice ariaRole={message.tone === 'error' ? 'alert' : 'status'} tone={message.tone}>
                {message.text}
              </Notice>
            )}
            {secret !== undefined && <Secret secret={secret} />}
            {webhookUrl !== null && <Actions field={field} alarms={alarms} />}
            <Deliveries deliveries={deliveries} />
          </>
        )}
      </DataView>
    </Panel>
  )
}

interface PartProps {
  field: RefObject<HTMLInputElement | null>
  alarms: Alarms
}

interface AddressFormProps extends PartProps {
  url: AlarmSettings['webhookUrl']
}

function AddressForm({ field, url, alarms }: AddressFormProps) {
  const task = useTask()
  const [typed, setTyped] = useState<string>()
  const address = typed ?? url ?? ''

  async function save(): Promise<void> {
    await alarms.submit(setAddress(address))
    setTyped(undefined)
  }

  return (
    <Form
      className={styles.form}
      task={task}
      findField={(error) => findFieldByWords(error, [[/\baddress\b/, 'address']])}
      onSubmit={save}
    >
      <FormField name="address" label="Address">
        {(control) => (
          <input
            {...control}
            ref={field}
            type="url"
            inputMode="url"
            value={address}
            placeholder="https://"
            maxLength={500}
            // The server takes an empty address as a removal, which has a button of its own.
            data-missing="Enter the address that gets the alarms. It begins with https://."
            data-wrong="This is not a full address. It begins with https://."
            required
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </FormField>
      <FormProblemNotice />
      <ConsoleButton type="submit" busy={task.busy || alarms.isBusy}>
        Save
      </ConsoleButton>
    </Form>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className={styles.secret}>
      <p>The secret that signs each message. It is shown this once: keep it with the receiver.</p>
      <code>{secret}</code>
    </div>
  )
}

function Actions({ field, alarms: { isBusy, sendTest, change } }: PartProps) {
  async function remove(): Promise<void> {
    // These buttons go with the address.
    if (await change(REMOVAL)) field.current?.focus()
  }

  return (
    <div className={styles.actions}>
      <ConsoleButton busy={isBusy} onClick={() => void sendTest()}>
        Send a test alarm
      </ConsoleButton>
      <ConsoleButton busy={isBusy} onClick={() => void change(NEW_SECRET)}>
        Replace the secret
      </ConsoleButton>
      <ConsoleButton busy={isBusy} onClick={() => void remove()}>
        Remove the address
      </ConsoleButton>
    </div>
  )
}
