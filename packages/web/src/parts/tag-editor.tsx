/** Labels on a picture or a recording. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { addTag, removeTag, tagsOf } from '../data/tags.ts';
import { t } from '../language/message.ts';
import { toast, toastError } from './dialogs/toast.tsx';

export function TagEditor({ kind, id }: { kind: 'vision' | 'audio'; id: number }) {
  const queries = useQueryClient();
  const key = ['tags', kind, id];
  const tags = useQuery({ queryKey: key, queryFn: ({ signal }) => tagsOf(kind, id, signal) });
  const [isAdding, setAdding] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const add = async (name: string) => {
    setAdding(false);
    if (name === '') return;
    await addTag(kind, id, name).then(refresh, toastError);
  };
  const remove = async (name: string) => {
    try {
      await removeTag(kind, id, name);
      await refresh();
      toast(t('Removed the tag {name}.', { name }), () => void add(name));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="row wrap">
      {tags.data?.map((name) => (
        <span key={name} className="tag">
          {name}
          <button
            type="button"
            className="x"
            aria-label={t('Remove the tag {name}', { name })}
            onClick={() => void remove(name)}
          >
            <X className="ic s" aria-hidden="true" />
          </button>
        </span>
      ))}
      {isAdding ? (
        <input
          // biome-ignore lint/a11y/noAutofocus: it appears because somebody asked for it
          autoFocus
          className="field tagfield"
          aria-label={t('New tag')}
          onKeyDown={({ key: pressed, currentTarget }) => {
            if (pressed === 'Enter') void add(currentTarget.value.trim());
            if (pressed === 'Escape') setAdding(false);
          }}
          onBlur={({ target }) => void add(target.value.trim())}
        />
      ) : (
        <button type="button" className="btn sm ghost" onClick={() => setAdding(true)}>
          <Plus className="ic s" aria-hidden="true" />
          {t('Add tag')}
        </button>
      )}
    </div>
  );
}
