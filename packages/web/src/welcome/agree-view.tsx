/** Before anything is recorded: what would be kept and where, the choices, and the person's agreement. */
import { type ReactNode, useState } from 'react';
import { HindcastError } from '../data/api.ts';
import { type Decision, useAgree, useAgreement } from '../data/settings/agreement.ts';
import { type Setting, useSettings } from '../data/settings/settings.ts';
import { rich, t } from '../language/message.ts';
import { Segmented, Switch } from '../parts/bits.tsx';
import { ErrorState, Loading, sentence } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { type Choices, changesOf, choicesFrom, KEEP_CHOICES, KEYS, problemOf } from './choices.ts';

export function AgreeView() {
  useTitle(t('Welcome'));
  const agreement = useAgreement();
  const settings = useSettings();
  const error = agreement.error ?? settings.error;
  if (error) return <ErrorState error={error} retry={() => void agreement.refetch()} />;
  if (!agreement.data || !settings.data) return <Loading />;
  return (
    <AgreeForm
      settings={settings.data.data}
      dataDir={agreement.data.data_dir}
      startsAtLogin={agreement.data.starts_at_login}
    />
  );
}

function AgreeForm(props: { settings: Setting[]; dataDir: string; startsAtLogin: boolean }) {
  const { settings, dataDir } = props;
  const heading = useHeadingFocus();
  const agree = useAgree();
  const [choices, setChoices] = useState(() => choicesFrom(settings, props.startsAtLogin));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const choose = (change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change }));

  const start = async () => {
    const wrong = problemOf(choices);
    setProblem(wrong);
    if (wrong !== undefined) return;
    setBusy(true);
    try {
      await agree({
        settings: changesOf(choices, settings),
        encryption: secretOf(choices),
        startAtLogin: choices.startAtLogin,
      });
    } catch (error) {
      setProblem(
        error instanceof HindcastError ? sentence(error.message) : t('It could not be started.'),
      );
      setBusy(false);
    }
  };

  return (
    <form
      className="fr agree"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h1 ref={heading} tabIndex={-1}>
        {t('Nothing is recorded yet')}
      </h1>
      <p className="mute mt-1 mb-4">
        {rich(
          'Hindcast keeps what this machine shows and hears, so that you can find it again. Everything stays on this machine, in <path>{folder}</path>, and nothing is sent anywhere. Choose what it keeps; you can change all of this later.',
          {
            folder: dataDir,
            path: (text) => <span className="mono brk">{text}</span>,
          },
        )}
      </p>
      <Recorded {...{ choices, choose, settings }} />
      <LeftOut {...{ choices, choose }} />
      <Kept {...{ choices, choose }} />
      {problem && (
        <p className="st bad mt-4" role="alert">
          {problem}
        </p>
      )}
      <div className="row wrap mt-4">
        <button type="submit" className="btn pri" disabled={isBusy}>
          {isBusy ? t('Starting…') : t('Agree and start recording')}
        </button>
        <span className="sm dim">{t('Pause or delete at any time.')}</span>
      </div>
    </form>
  );
}

function secretOf({ encryption, passphrase }: Choices): Decision['encryption'] {
  if (encryption === 'off') return undefined;
  return encryption === 'keyring' ? { keyring: true } : { password: passphrase };
}

interface PartProps {
  choices: Choices;
  choose(change: Partial<Choices>): void;
}

function Recorded({ choices, choose, settings }: PartProps & { settings: Setting[] }) {
  const isFixed = (key: string) => settings.some((one) => one.key === key && one.read_only);
  return (
    <Group title={t('What is recorded')}>
      <Row
        title={t('Screen')}
        text={t('Text, window titles and web addresses, and pictures when something changes.')}
      >
        <Segmented
          label={t('Screen')}
          value={choices.screen}
          options={[
            { value: 'off', label: t('Off') },
            { value: 'text', label: t('Text only') },
            { value: 'pictures', label: t('With pictures') },
          ]}
          onChange={(screen) => choose({ screen })}
        />
      </Row>
      <Row
        title={t('Sound')}
        text={t(
          'Speech from microphones and outputs, as recordings and text. Silence is not kept. Others may have to agree, too.',
        )}
      >
        <Switch
          label={t('Record sound')}
          checked={choices.sound}
          disabled={isFixed(KEYS.sound)}
          onChange={(sound) => choose({ sound })}
        />
      </Row>
      <Row title={t('Typing')} text={t('Never in password fields.')}>
        <Segmented
          label={t('Typing')}
          value={choices.typing}
          options={[
            { value: 'off', label: t('Off') },
            { value: 'count', label: t('How much') },
            { value: 'text', label: t('The text') },
          ]}
          onChange={(typing) => choose({ typing })}
        />
      </Row>
    </Group>
  );
}

function LeftOut({ choices, choose }: PartProps) {
  return (
    <Group title={t('What is left out')}>
      <Row
        title={t('Always')}
        text={t('Password managers, password fields, private windows and the pages of Hindcast.')}
      />
      <Row title={t('These apps')} text={t('Parts of their names, with commas.')}>
        <input
          className="field"
          aria-label={t('Apps that are never recorded')}
          placeholder="Signal, Messages"
          value={choices.apps}
          onChange={(event) => choose({ apps: event.target.value })}
        />
      </Row>
      <Row title={t('These sites')} text={t('Parts of their addresses, with commas.')}>
        <input
          className="field"
          aria-label={t('Sites that are never recorded')}
          placeholder="bank.example"
          value={choices.sites}
          onChange={(event) => choose({ sites: event.target.value })}
        />
      </Row>
    </Group>
  );
}

function Kept({ choices, choose }: PartProps) {
  return (
    <Group title={t('How it is kept')}>
      <Row
        title={t('For how long')}
        text={t('After that it is deleted, with its pictures and sound.')}
      >
        <select
          className="field"
          aria-label={t('How long everything is kept')}
          value={choices.keep}
          onChange={(event) => choose({ keep: event.target.value })}
        >
          {keepChoices(choices.keep).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Row>
      <Row
        title={t('Encryption')}
        text={t(
          'With a passphrase, each start asks for it. Nobody can replace a lost one. The keyring opens with your login.',
        )}
      >
        <select
          className="field"
          aria-label={t('Encryption')}
          value={choices.encryption}
          onChange={(event) => choose({ encryption: event.target.value as Choices['encryption'] })}
        >
          <option value="off">{t('Off')}</option>
          <option value="passphrase">{t('With a passphrase')}</option>
          <option value="keyring">{t('With the keyring of this desktop')}</option>
        </select>
      </Row>
      {choices.encryption === 'passphrase' && <Passphrase {...{ choices, choose }} />}
      <Row title={t('Start when I log in')} text={t('So that nothing is missing from a day.')}>
        <Switch
          label={t('Start when I log in')}
          checked={choices.startAtLogin}
          onChange={(startAtLogin) => choose({ startAtLogin })}
        />
      </Row>
    </Group>
  );
}

function Passphrase({ choices, choose }: PartProps) {
  return (
    <Row title={t('Passphrase')} text={t('At least 8 characters, twice.')}>
      <div className="col gap-1">
        <input
          className="field"
          type="password"
          aria-label={t('Passphrase')}
          autoComplete="new-password"
          value={choices.passphrase}
          onChange={(event) => choose({ passphrase: event.target.value })}
        />
        <input
          className="field"
          type="password"
          aria-label={t('The same passphrase again')}
          autoComplete="new-password"
          value={choices.again}
          onChange={(event) => choose({ again: event.target.value })}
        />
      </div>
    </Row>
  );
}

/** A value that was set by hand is offered, too. */
function keepChoices(value: string) {
  const isKnown = KEEP_CHOICES.some((one) => one.value === value);
  return isKnown
    ? KEEP_CHOICES
    : [
        ...KEEP_CHOICES,
        {
          value,
          label: t('{count, plural, one {# day} other {# days}}', { count: Number(value) }),
        },
      ];
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4">
      <h2 className="mb-2">{title}</h2>
      <div className="card list">{children}</div>
    </section>
  );
}

function Row(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="arow">
      <div className="min0">
        <p className="m">{props.title}</p>
        <p className="sm dim">{props.text}</p>
      </div>
      {props.children && <div className="ctl">{props.children}</div>}
    </div>
  );
}
