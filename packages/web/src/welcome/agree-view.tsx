/** Before anything is recorded: what would be kept and where, the choices, and the person's agreement. */
import { type ReactNode, useState } from 'react';
import { HindcastError } from '../data/api.ts';
import { type Decision, useAgree, useAgreement } from '../data/settings/agreement.ts';
import { type Setting, useSettings } from '../data/settings/settings.ts';
import { Segmented, Switch } from '../parts/bits.tsx';
import { ErrorState, Loading, sentence } from '../parts/states.tsx';
import { useHeadingFocus, useTitle } from '../parts/view-title.ts';
import { type Choices, changesOf, choicesFrom, KEEP_CHOICES, KEYS, problemOf } from './choices.ts';

export function AgreeView() {
  useTitle('Welcome');
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
        error instanceof HindcastError ? sentence(error.message) : 'It could not be started.',
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
        Nothing is recorded yet
      </h1>
      <p className="mute mt-1 mb-4">
        Hindcast keeps what this machine shows and hears, so that you can find it again. Everything
        stays on this machine, in <span className="mono brk">{dataDir}</span>, and nothing is sent
        anywhere. Choose what it keeps; you can change all of this later.
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
          {isBusy ? 'Starting…' : 'Agree and start recording'}
        </button>
        <span className="sm dim">Pause or delete at any time.</span>
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
    <Group title="What is recorded">
      <Row
        title="Screen"
        text="Text, window titles and web addresses, and pictures when something changes."
      >
        <Segmented
          label="Screen"
          value={choices.screen}
          options={[
            { value: 'off', label: 'Off' },
            { value: 'text', label: 'Text only' },
            { value: 'pictures', label: 'With pictures' },
          ]}
          onChange={(screen) => choose({ screen })}
        />
      </Row>
      <Row
        title="Sound"
        text="Speech from microphones and outputs, as recordings and text. Silence is not kept. Others may have to agree, too."
      >
        <Switch
          label="Record sound"
          checked={choices.sound}
          disabled={isFixed(KEYS.sound)}
          onChange={(sound) => choose({ sound })}
        />
      </Row>
      <Row title="Typing" text="Never in password fields.">
        <Segmented
          label="Typing"
          value={choices.typing}
          options={[
            { value: 'off', label: 'Off' },
            { value: 'count', label: 'How much' },
            { value: 'text', label: 'The text' },
          ]}
          onChange={(typing) => choose({ typing })}
        />
      </Row>
    </Group>
  );
}

function LeftOut({ choices, choose }: PartProps) {
  return (
    <Group title="What is left out">
      <Row
        title="Always"
        text="Password managers, password fields, private windows and the pages of Hindcast."
      />
      <Row title="These apps" text="Parts of their names, with commas.">
        <input
          className="field"
          aria-label="Apps that are never recorded"
          placeholder="Signal, Messages"
          value={choices.apps}
          onChange={(event) => choose({ apps: event.target.value })}
        />
      </Row>
      <Row title="These sites" text="Parts of their addresses, with commas.">
        <input
          className="field"
          aria-label="Sites that are never recorded"
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
    <Group title="How it is kept">
      <Row title="For how long" text="After that it is deleted, with its pictures and sound.">
        <select
          className="field"
          aria-label="How long everything is kept"
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
        title="Encryption"
        text="With a passphrase, each start asks for it. Nobody can replace a lost one. The keyring opens with your login."
      >
        <select
          className="field"
          aria-label="Encryption"
          value={choices.encryption}
          onChange={(event) => choose({ encryption: event.target.value as Choices['encryption'] })}
        >
          <option value="off">Off</option>
          <option value="passphrase">With a passphrase</option>
          <option value="keyring">With the keyring of this desktop</option>
        </select>
      </Row>
      {choices.encryption === 'passphrase' && <Passphrase {...{ choices, choose }} />}
      <Row title="Start when I log in" text="So that nothing is missing from a day.">
        <Switch
          label="Start when I log in"
          checked={choices.startAtLogin}
          onChange={(startAtLogin) => choose({ startAtLogin })}
        />
      </Row>
    </Group>
  );
}

function Passphrase({ choices, choose }: PartProps) {
  return (
    <Row title="Passphrase" text="At least 8 characters, twice.">
      <div className="col gap-1">
        <input
          className="field"
          type="password"
          aria-label="Passphrase"
          autoComplete="new-password"
          value={choices.passphrase}
          onChange={(event) => choose({ passphrase: event.target.value })}
        />
        <input
          className="field"
          type="password"
          aria-label="The same passphrase again"
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
  return isKnown ? KEEP_CHOICES : [...KEEP_CHOICES, { value, label: `${value} days` }];
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
