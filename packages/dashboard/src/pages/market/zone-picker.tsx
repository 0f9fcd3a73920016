import { zoneLabel, zoneNames } from '../../formats/zone-names.js'
import { Picker } from '../../parts/picker.js'
import { useServices } from '../../services-context.js'

type ZonePickerProps = {
  readonly value: string
  readonly onPick: (zone: string) => void
}

export function ZonePicker({ value, onPick }: ZonePickerProps) {
  const { t } = useServices()
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
