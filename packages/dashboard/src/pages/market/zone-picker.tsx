import { Picker } from '../../parts/picker.js'
import { useServices } from '../../services.js'

type ZonePickerProps = {
  /** An IANA name. */
  readonly value: string
  readonly onPick: (zone: string) => void
}

/** Any time zone that the browser knows. */
export function ZonePicker({ value, onPick }: ZonePickerProps) {
  const { say } = useServices().speech
  return (
    <Picker
      label={say('heat.zone')}
      value={value}
      options={zoneNames(value).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      onPick={onPick}
    >
      {value.replaceAll('_', ' ')}
    </Picker>
  )
}

/** The browser's list lacks UTC, and may lack an older name that is chosen. */
const zoneNames = (chosen: string): readonly string[] => [
  ...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]
