/** A form from what a pipe declares about its keys: text, number, choice, yes or no, list of words, secret. */
import { useId, useRef, useState } from 'react';
import { t } from '../language/message.ts';
import { toast } from '../parts/dialogs/toast.tsx';
import { type Field, fieldsOf, readValue } from './schema-fields.ts';

export function SchemaForm(props: {
  schema: Record<string, unknown>;
  value: Record<string, unknown>;
  onSave(change: object): Promise<unknown>;
}) {
  const fields = fieldsOf(props.schema);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  if (fields.length === 0) return <p className="sm dim">{t('This pipe has no settings.')}</p>;
  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const change: Record<string, unknown> = {};
    const found: string[] = [];
    for (const field of fields) {
      const read = readValue(field, data.get(field.key));
      if ('problem' in read) found.push(read.problem);
      else if (read.value !== undefined) change[field.key] = read.value;
    }
    if (found.length === 0) {
      try {
        await props.onSave(change);
        setProblems([]);
        toast(t('Saved.'));
        return;
      } catch (error) {
        found.push((error as Error).message);
      }
    }
    setProblems(found);
    summary.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <div ref={summary} tabIndex={-1} role="alert">
        {problems.map((problem) => (
          <p key={problem} className="st bad mb-2">
            {problem}
          </p>
        ))}
      </div>
      <div className="form">
        {fields.map((field) => (
          <FieldRow key={field.key} field={field} value={props.value[field.key]} />
        ))}
      </div>
      <button type="submit" className="btn pri mt-4">
        {t('Save settings')}
      </button>
    </form>
  );
}

function FieldRow({ field, value }: { field: Field; value: unknown }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{field.label}</label>
      <div>
        <Control id={id} field={field} value={value} />
        {field.hint && <p className="hint">{field.hint}</p>}
      </div>
    </>
  );
}

function Control({ id, field, value }: { id: string; field: Field; value: unknown }) {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? field.fallback ?? '');
  const common = { id, name: field.key };
  if (field.kind === 'boolean')
    return <input type="checkbox" {...common} value="true" defaultChecked={text === 'true'} />;
  if (field.kind === 'choice')
    return (
      <select className="field" {...common} defaultValue={text}>
        {field.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (field.kind === 'secret')
    return (
      <input
        type="password"
        className="field"
        {...common}
        placeholder={t('Leave empty to keep it')}
        autoComplete="off"
      />
    );
  return (
    <input
      type={field.kind === 'number' ? 'number' : 'text'}
      step="any"
      className="field"
      {...common}
      defaultValue={text}
      min={field.min}
      max={field.max}
    />
  );
}
