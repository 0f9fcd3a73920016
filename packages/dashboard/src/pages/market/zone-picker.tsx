import { zoneLabel, zoneNames } from '../../formats/zone-names.js'
import { Picker } from '../../parts/picker.js'
import { useServices } from '../../services.js'

type ZonePickerProps = {
  /** An IANA name. */
  readonly value: string
  readonly onPick: (zone: string) => void
}

/** Any time zone that the browser knows. */
export function ZonePicker({ value, onPick }: ZonePickerProps) {
  const { t } = useServices().speech
  return (
    <Picker
      label={t('heat.zone')}
      value={value}
      options={zoneNames(value).map((name) => ({ value: name, label: zoneLabel(name, t), aliases: [name] }))}
      onPick={onPick}
    >
      {zoneLabel(value, t)}
    </Picker>
  )
}
