/** Forget this picture or its hour, and leave its app out from now on. */
import { EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSaveSetting, useSettings } from '../data/settings/settings.ts';
import { t } from '../language/message.ts';
import { DeleteDialog } from '../parts/dialogs/delete-dialog.tsx';
import { toast, toastError } from '../parts/dialogs/toast.tsx';
import { isoOf, shortClock } from '../parts/format.ts';

const HOUR_MS = 3_600_000;
const IGNORED_APPS = 'vision.ignoredApps';

export function FramePrivacy(props: { frameId: number; app: string; atMs: number | undefined }) {
  const { frameId, app, atMs } = props;
  const [what, setWhat] = useState<'picture' | 'hour'>();
  const startMs = atMs === undefined ? 0 : new Date(atMs).setMinutes(0, 0, 0);
  const endMs = startMs + HOUR_MS;
  return (
    <section>
      <h3>{t('Privacy')}</h3>
      <div className="row wrap">
        <button type="button" className="btn sm danger" onClick={() => setWhat('picture')}>
          <Trash2 className="ic s" aria-hidden="true" />
          {t('Delete this picture')}
        </button>
        <button type="button" className="btn sm danger" onClick={() => setWhat('hour')}>
          {t('Delete this hour')}
        </button>
        {app !== '' && <NeverRecord app={app} />}
      </div>
      <DeleteDialog
        isOpen={what !== undefined}
        title={
          what === 'hour'
            ? t('Delete everything from {start} to {end}', {
                start: shortClock(startMs),
                end: shortClock(endMs),
              })
            : t('Delete this picture')
        }
        request={
          what === 'hour' ? { start: isoOf(startMs), end: isoOf(endMs) } : { frame_ids: [frameId] }
        }
        onClose={() => setWhat(undefined)}
      />
    </section>
  );
}

/** What is stored already stays: that is what the buttons before this one are for. */
function NeverRecord({ app }: { app: string }) {
  const setting = useSettings().data?.data.find(({ key }) => key === IGNORED_APPS);
  const save = useSaveSetting();
  if (!setting || setting.read_only || !Array.isArray(setting.value)) return null;
  const ignored = setting.value;
  if (ignored.some((part) => app.toLowerCase().includes(part.toLowerCase())))
    return <p className="sm dim">{t('{app} is not recorded any more.', { app })}</p>;
  const leaveOut = async () => {
    try {
      await save(IGNORED_APPS, [...ignored, app]);
      toast(t('{app} is not recorded any more.', { app }), () => {
        save(IGNORED_APPS, ignored).catch(toastError);
      });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <button type="button" className="btn sm" onClick={() => void leaveOut()}>
      <EyeOff className="ic s" aria-hidden="true" />
      {t('Never record {app}', { app })}
    </button>
  );
}
