import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'

const MESSAGES = {
  copied: 'Copied',
  refused: 'Your browser refused. Please select and copy it by hand.',
}

/** Copies a text that stands beside it, and says whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState<keyof typeof MESSAGES>()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      setResult('refused')
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>{label}</Button>
      <output>{result && MESSAGES[result]}</output>
    </>
  )
}
