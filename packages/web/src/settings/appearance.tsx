/** Choices about the page itself; they stay in this browser. */
import { Segmented, Switch } from '../parts/bits.tsx';
import { prefer, usePreferences } from '../parts/preferences.ts';

export function Appearance() {
  const { theme, clock, firstDay, density, singleKeys, skipStillTime } = usePreferences();
  return (
    <section>
      <h2 className="mb-2">This page</h2>
      <div className="card list">
        <div className="srow">
          <p className="m">Theme</p>
          <Segmented
            label="Theme"
            value={theme}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={(next) => prefer({ theme: next })}
          />
        </div>
        <div className="srow">
          <p className="m">Clock</p>
          <Segmented
            label="Clock"
            value={clock}
            options={[
              { value: '24h', label: '24 hours' },
              { value: '12h', label: '12 hours' },
            ]}
            onChange={(next) => prefer({ clock: next })}
          />
        </div>
        <div className="srow">
          <p className="m">First day of the week</p>
          <Segmented
            label="First day of the week"
            value={firstDay}
            options={[
              { value: 'monday', label: 'Monday' },
              { value: 'sunday', label: 'Sunday' },
              { value: 'saturday', label: 'Saturday' },
            ]}
            onChange={(next) => prefer({ firstDay: next })}
          />
        </div>
        <div className="srow">
          <div>
            <p className="m">Density</p>
            <p className="sm dim">Compact shows more on one screen.</p>
          </div>
          <Segmented
            label="Density"
            value={density}
            options={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            onChange={(next) => prefer({ density: next })}
          />
        </div>
        <div className="srow">
          <div>
            <p className="m">Single-key shortcuts</p>
            <p className="sm dim">Letters without Ctrl, such as T and C.</p>
          </div>
          <Switch
            label="Single-key shortcuts"
            checked={singleKeys}
            onChange={(checked) => prefer({ singleKeys: checked })}
          />
        </div>
        <div className="srow">
          <div>
            <p className="m">Skip still time while playing</p>
            <p className="sm dim">Pauses over 3 seconds are shortened.</p>
          </div>
          <Switch
            label="Skip still time while playing"
            checked={skipStillTime}
            onChange={(checked) => prefer({ skipStillTime: checked })}
          />
        </div>
      </div>
    </section>
  );
}
