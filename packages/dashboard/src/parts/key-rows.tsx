type KeyRow = { readonly keys: readonly string[]; readonly word: string }

export const KeyRows = ({ rows }: { readonly rows: readonly KeyRow[] }) => (
  <dl class="key-list">
    {rows.map(({ keys, word }) => (
      <div key={keys.join(' ')}>
        <dt>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{word}</dd>
      </div>
    ))}
  </dl>
)
