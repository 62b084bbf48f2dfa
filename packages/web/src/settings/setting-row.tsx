/** One setting: what it means, its value, where that came from. Saved when it is left, and it says so. */
import { Undo2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { type Setting, type SettingValue, useSaveSetting } from '../data/settings/settings.ts';
import { serviceText, t } from '../language/message.ts';
import { Switch } from '../parts/bits.tsx';
import { titleOf } from './titles.ts';
import { typedValue } from './typed-value.ts';

export function SettingRow({ setting }: { setting: Setting }) {
  const save = useSaveSetting();
  const [note, setNote] = useState<{ text: string; isError: boolean }>();
  const refuse = (problem: string) => setNote({ text: problem, isError: true });
  const change = async (value: SettingValue | null) => {
    try {
      await save(setting.key, value);
      const text = setting.needs_restart ? t('Saved. Takes effect after a restart.') : t('Saved');
      setNote({ text, isError: false });
    } catch (error) {
      refuse((error as Error).message);
    }
  };
  return (
    <div className="srow">
      <div className="min0">
        <p className="m">{titleOf(setting.key)}</p>
        <p className="sm dim">{serviceText('setting', setting.description)}</p>
        <p className="xs dim">
          <span className="mono">{setting.key}</span>
          {' · '}
          {setting.read_only
            ? t('Set by {origin}', { origin: setting.origin_detail })
            : setting.restart_pending
              ? t('Waits for a restart')
              : originWord(setting)}
        </p>
        {note && (
          <p className={`sm ${note.isError ? 'st bad' : 'st ok'}`} role="status">
            {note.text}
          </p>
        )}
      </div>
      <div className="row ctl">
        <Control
          key={String(setting.value)}
          setting={setting}
          onChange={change}
          onProblem={refuse}
        />
        {setting.origin === 'file' && (
          <button
            type="button"
            className="btn ico sm ghost"
            aria-label={t('Back to the default: {setting}', { setting: titleOf(setting.key) })}
            onClick={() => void change(null)}
          >
            <Undo2 className="ic s" aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

function originWord(setting: Setting): string {
  return setting.origin === 'default'
    ? t('Default')
    : t('Default: {value}', { value: valueText(setting.default, setting.type) });
}

/** A value in words. Text and lists are what a person types, so they are the same in every language. */
function valueText(value: SettingValue, type: Setting['type']): string {
  if (type === 'boolean') return value === true ? t('On') : t('Off');
  if (type === 'choice') return serviceText('choice', String(value));
  return String(value) || t('empty');
}

interface ControlProps {
  setting: Setting;
  onChange(value: SettingValue): Promise<void>;
  /** Called with why the typed text cannot be saved. */
  onProblem(problem: string): void;
}

function Control(props: ControlProps) {
  const { setting, onChange } = props;
  const { key, value, type, read_only: isFixed } = setting;
  if (type === 'boolean')
    return (
      <Switch
        label={titleOf(key)}
        checked={value === true}
        disabled={isFixed}
        onChange={(checked) => void onChange(checked)}
      />
    );
  if (type === 'choice')
    return (
      <select
        className="field"
        aria-label={titleOf(key)}
        disabled={isFixed}
        value={String(value)}
        onChange={(event) => void onChange(event.target.value)}
      >
        {setting.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {valueText(choice, type)}
          </option>
        ))}
      </select>
    );
  if (type === 'list') return <ListControl {...props} />;
  return <TextControl {...props} />;
}

function TextControl({ setting, onChange, onProblem }: ControlProps) {
  const isNumber = setting.type === 'integer';
  const id = useId();
  const save = (text: string) => {
    if (text === String(setting.value)) return;
    const typed = typedValue(setting, text);
    if ('problem' in typed) onProblem(typed.problem);
    else void onChange(typed.value);
  };
  return (
    <input
      id={id}
      className="field"
      aria-label={titleOf(setting.key)}
      type={setting.secret ? 'password' : isNumber ? 'number' : 'text'}
      min={setting.min}
      max={setting.max}
      disabled={setting.read_only}
      defaultValue={String(setting.value)}
      title={t('It must be {expected}', { expected: setting.expects })}
      onBlur={(event) => save(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save(event.currentTarget.value);
      }}
    />
  );
}

function ListControl({ setting, onChange }: ControlProps) {
  const values = Array.isArray(setting.value) ? setting.value : [];
  const [text, setText] = useState('');
  const add = () => {
    const word = text.trim();
    setText('');
    if (word !== '' && !values.includes(word)) void onChange([...values, word]);
  };
  return (
    <div className="listctl">
      <div className="row wrap">
        {values.map((word) => (
          <span key={word} className="tag">
            {word}
            <button
              type="button"
              className="x"
              disabled={setting.read_only}
              aria-label={t('Remove {name}', { name: word })}
              onClick={() => void onChange(values.filter((one) => one !== word))}
            >
              <X className="ic s" aria-hidden="true" />
            </button>
          </span>
        ))}
      </div>
      <form
        className="row mt-1"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          className="field"
          aria-label={t('Add to: {setting}', { setting: titleOf(setting.key) })}
          placeholder={t('Add…')}
          value={text}
          disabled={setting.read_only}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="btn sm" disabled={text.trim() === ''}>
          {t('Add')}
        </button>
      </form>
    </div>
  );
}
