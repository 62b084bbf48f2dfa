/** Counts first, shows three of the pictures, and says that it cannot be undone. Focus starts on Keep. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissingRoute } from '../../data/api.ts';
import { countDeletion, type DeleteRequest, deleteForGood } from '../../data/deletion.ts';
import { t } from '../../language/message.ts';
import { Thumb } from '../shot.tsx';
import { ErrorState, Loading } from '../states.tsx';
import { deletionAmount, deletionReceipt, pipeOutputNote } from './deletion-amount.ts';
import { ModalDialog } from './overlays.tsx';
import { toast, toastError } from './toast.tsx';

interface Props {
  isOpen: boolean;
  /** `Delete 10:36 to 10:58`, `Delete everything of Mail` */
  title: string;
  request: DeleteRequest;
  onClose(): void;
}

export function DeleteDialog(props: Props) {
  return (
    <ModalDialog
      title={props.title}
      role="alertdialog"
      isOpen={props.isOpen}
      onClose={props.onClose}
    >
      <DeleteSteps {...props} />
    </ModalDialog>
  );
}

function DeleteSteps({ request, onClose }: Props) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const counted = useQuery({
    queryKey: ['deletion', request],
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) => countDeletion(request, signal),
  });
  const remove = async () => {
    setBusy(true);
    try {
      const done = await deleteForGood(request);
      toast(deletionReceipt(done));
      onClose();
      await queries.invalidateQueries();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const counts = counted.data;
  const amount = counts && deletionAmount(counts);
  return (
    <>
      {counted.isPending && <Loading rows={1} />}
      {counted.isError &&
        (isMissingRoute(counted.error) ? (
          <p>{t('This service cannot delete yet, so nothing is offered.')}</p>
        ) : (
          <ErrorState error={counted.error} retry={() => void counted.refetch()} />
        ))}
      {counts && (
        <>
          <p>
            {amount === undefined
              ? t('Nothing is stored there.')
              : `${t('{amount} will be deleted, with their text.', { amount })}${pipeOutputNote(counts)} ${t('This cannot be undone.')}`}
          </p>
          <div className="row">
            {counts.sample_frame_ids?.slice(0, 3).map((id) => (
              <Thumb key={id} frameId={id} className="grow" />
            ))}
          </div>
        </>
      )}
      <div className="foot">
        {/* biome-ignore lint/a11y/noAutofocus: the safe choice of a dialog that cannot be undone */}
        <button type="button" className="btn" onClick={onClose} autoFocus>
          {t('Keep')}
        </button>
        {amount !== undefined && (
          <button
            type="button"
            className="btn danger"
            disabled={isBusy}
            onClick={() => void remove()}
          >
            {t('Delete for good')}
          </button>
        )}
      </div>
    </>
  );
}
