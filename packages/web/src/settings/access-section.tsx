/** Who read what was captured, and the tokens that people have given out. Tokens are made by the command: there they can be copied. */
import { tokenLimits } from '@hindcast/client';
import { useAccessLog, useAccessTokens, useRevokeToken } from '../data/settings/access.ts';
import { t } from '../language/message.ts';
import { toast } from '../parts/dialogs/toast.tsx';
import { moment } from '../parts/format.ts';
import { ErrorState, Loading } from '../parts/states.tsx';

export function AccessSection() {
  return (
    <>
      <AccessLog />
      <Tokens />
    </>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  pipe: t('Pipe'),
  token: t('Token'),
  page: t('Web page'),
  assistant: t('Assistant'),
  command: t('Command'),
  program: t('Program'),
  machine: t('Other machine'),
};

function AccessLog() {
  const { data, isPending, isError, error, refetch } = useAccessLog();
  return (
    <section>
      <h2 className="mb-2">{t('Who read what')}</h2>
      <div className="card pad">
        <p className="sm dim mb-2">
          {t(
            'By the minute, of the last 90 days. What was asked for is not kept, and programs name themselves.',
          )}
        </p>
        {isPending && <Loading />}
        {isError && <ErrorState error={error} retry={() => void refetch()} />}
        {data?.data.length === 0 && <p className="mute">{t('Nobody has read anything yet.')}</p>}
        {data !== undefined && data.data.length > 0 && (
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{t('When')}</th>
                <th scope="col">{t('Who')}</th>
                <th scope="col">{t('What')}</th>
                <th scope="col">{t('Times')}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map(({ timestamp, kind, caller, route, count, refused }) => (
                <tr key={`${timestamp} ${kind} ${caller} ${route}`}>
                  <td className="num nowrap">{moment(Date.parse(timestamp))}</td>
                  <td>
                    {caller} <span className="dim">({KINDS[kind] ?? kind})</span>
                  </td>
                  <td>{route}</td>
                  <td>
                    {count}
                    {refused > 0 && (
                      <span className="st bad">
                        {' '}
                        · {t('{count, number} refused', { count: refused })}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

function Tokens() {
  const { data, isPending, isError, error, refetch } = useAccessTokens();
  const revoke = useRevokeToken();
  const end = (name: string) =>
    revoke(name).then(
      () => toast(t('The token “{name}” is not valid any more.', { name })),
      () => toast(t('It could not be revoked. Try again.')),
    );
  return (
    <section>
      <h2 className="mb-2">{t('Tokens')}</h2>
      <div className="card list">
        {isPending && <Loading rows={1} />}
        {isError && <ErrorState error={error} retry={() => void refetch()} />}
        {data?.data.map(({ name, permissions, expires_at }) => (
          <div key={name} className="srow">
            <div className="min0">
              <p className="m">{name}</p>
              <p className="sm dim">
                {expires_at === null
                  ? t('May read {limits}', { limits: tokenLimits(permissions) })
                  : t('May read {limits}; until {time}', {
                      limits: tokenLimits(permissions),
                      time: moment(Date.parse(expires_at)),
                    })}
              </p>
            </div>
            <button type="button" className="btn danger" onClick={() => void end(name)}>
              {t('Revoke')}
              <span className="sr"> {name}</span>
            </button>
          </div>
        ))}
        <p className="sm dim srow">
          {data?.data.length === 0 && `${t('There are none.')} `}
          {t('Make one that sees a part only with “hindcast token add”.')}
        </p>
      </div>
    </section>
  );
}
