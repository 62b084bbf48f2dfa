/** Choices about the page itself; they stay in this browser. */

import { nameOf } from '../language/choose-language.ts';
import { LANGUAGES } from '../language/language.ts';
import { t } from '../language/message.ts';
import { Segmented, Switch } from '../parts/bits.tsx';
import { prefer, usePreferences } from '../parts/preferences.ts';

export function Appearance() {
  const { language, theme, clock, firstDay, density, singleKeys, skipStillTime } = usePreferences();
  return (
    <section>
      <h2 className="mb-2">{t('This page')}</h2>
      <div className="card list">
        <div className="srow">
          <div>
            <p className="m">{t('Language')}</p>
            <p className="sm dim">
              {t('What the service itself reports is in English, such as errors and hints.')}
            </p>
          </div>
          <select
            className="field"
            aria-label={t('Language')}
            value={language}
            onChange={(event) => {
              prefer({ language: event.target.value });
              location.reload();
            }}
          >
            <option value="browser">{t('As the browser')}</option>
            {LANGUAGES.map((code) => (
              <option key={code} value={code} lang={code}>
                {nameOf(code)}
              </option>
            ))}
          </select>
        </div>
        <div className="srow">
          <p className="m">{t('Theme')}</p>
          <Segmented
            label={t('Theme')}
            value={theme}
            options={[
              { value: 'system', label: t('System') },
              { value: 'light', label: t('Light') },
              { value: 'dark', label: t('Dark') },
            ]}
            onChange={(next) => prefer({ theme: next })}
          />
        </div>
        <div className="srow">
          <p className="m">{t('Clock')}</p>
          <Segmented
            label={t('Clock')}
            value={clock}
            options={[
              { value: '24h', label: t('24 hours') },
              { value: '12h', label: t('12 hours') },
            ]}
            onChange={(next) => prefer({ clock: next })}
          />
        </div>
        <div className="srow">
          <p className="m">{t('First day of the week')}</p>
          <Segmented
            label={t('First day of the week')}
            value={firstDay}
            options={[
              { value: 'monday', label: t('Monday') },
              { value: 'sunday', label: t('Sunday') },
              { value: 'saturday', label: t('Saturday') },
            ]}
            onChange={(next) => prefer({ firstDay: next })}
          />
        </div>
        <div className="srow">
          <div>
            <p className="m">{t('Density')}</p>
            <p className="sm dim">{t('Compact shows more on one screen.')}</p>
          </div>
          <Segmented
            label={t('Density')}
            value={density}
            options={[
              { value: 'comfortable', label: t('Comfortable') },
              { value: 'compact', label: t('Compact') },
            ]}
            onChange={(next) => prefer({ density: next })}
          />
        </div>
        <div className="srow">
          <div>
            <p className="m">{t('Single-key shortcuts')}</p>
            <p className="sm dim">{t('Letters without Ctrl, such as T and C.')}</p>
          </div>
          <Switch
            label={t('Single-key shortcuts')}
            checked={singleKeys}
            onChange={(checked) => prefer({ singleKeys: checked })}
          />
        </div>
        <div className="srow">
          <div>
            <p className="m">{t('Skip still time while playing')}</p>
            <p className="sm dim">{t('Pauses over 3 seconds are shortened.')}</p>
          </div>
          <Switch
            label={t('Skip still time while playing')}
            checked={skipStillTime}
            onChange={(checked) => prefer({ skipStillTime: checked })}
          />
        </div>
      </div>
    </section>
  );
}
