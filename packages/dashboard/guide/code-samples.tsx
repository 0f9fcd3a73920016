import { type Fence, isProgram, isRun, type SampleGroup, sampleModeOf } from '../../../tools/guide/samples.js'
import { Icon } from '../src/parts/icon.js'
import type { GuideWords } from './words.js'

type CodeSamplesProps = { readonly group: SampleGroup; readonly words: GuideWords; readonly isTried: boolean }

export function CodeSamples({ group: { programs, output }, words, isTried }: CodeSamplesProps) {
  const name = nameOf(programs)
  return (
    <figure class="samples" {...(programs.length > 1 && { role: 'radiogroup', 'aria-label': words.languages })}>
      {programs.length > 1
        ? programs.map(({ language }, at) => (
            <>
              <input type="radio" name={name} id={`${name}-${at}`} value={language} checked={at === 0} />
              <label for={`${name}-${at}`}>{languageNames[language] ?? language}</label>
            </>
          ))
        : programs.map(({ language }) => <span class="language-name">{languageNames[language] ?? language}</span>)}
      {programs.map((fence) => (
        <section data-asks-here={sampleModeOf(fence) === 'example' ? '' : undefined}>
          <p class="beside">
            {isTried && <Tried fence={fence} words={words} />}
            <button type="button" class="copy-code" data-copied={words.copied} data-not-copied={words.notCopied}>
              <Icon name="share" size={14} />
              <span>{words.copy}</span>
            </button>
          </p>
          <Code fence={fence} />
        </section>
      ))}
      {output !== null && (
        <div class="output">
          <p>{output.language === 'json' ? words.answers : words.prints}</p>
          <Code fence={output} />
        </div>
      )}
    </figure>
  )
}

const Code = ({ fence }: { readonly fence: Fence }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
  <pre tabIndex={0}>
    <code>{fence.code.trimEnd()}</code>
  </pre>
)

function Tried({ fence, words }: { readonly fence: Fence; readonly words: GuideWords }) {
  if (!isProgram(fence) || sampleModeOf(fence) === 'example') return null
  return (
    <span class="tag">
      <Icon name="yes" size={12} />
      {isRun(fence) ? words.run : words.checked}
    </span>
  )
}

const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  json: 'JSON',
  text: 'Text',
}

/** The same for the same samples, so that a page that is built again is the same page. */
const nameOf = (programs: readonly Fence[]): string => {
  let sum = 0
  for (const { code } of programs) for (const letter of code) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 31
  return `s${sum.toString(36)}`
}
