/** Joins the person's agreement with the service: once it is given, the service starts again with the settings of now and records. */
import type { LoadedConfig } from '#config/load.ts';
import type { Config } from '#config/schema.ts';
import type { Log } from '#core/log/log.ts';
import type { AgreementControl } from '#serve/vault/agreement-control.ts';
import type { Agreement } from '../install/agreement.ts';
import type { LoginStart } from '../install/login-start.ts';

export interface AgreementDeps {
  agreement: Agreement;
  loginStart: LoginStart;
  /** What a person types to start the service. */
  startCommand: string;
  /** Called when the person has agreed. */
  onAgreed?: () => void;
}

export function agreementControl(
  deps: AgreementDeps & { config: Config; loadConfig: () => LoadedConfig; log: Log },
  service: {
    /** One change of the service at a time. */
    oneByOne: (change: () => Promise<void>) => Promise<void>;
    /** Nothing is started while the store is locked. */
    restart: (config: Config) => Promise<void>;
  },
): AgreementControl {
  const { agreement, loginStart, config } = deps;
  return {
    dataDir: config.dataDir,
    startCommand: deps.startCommand,
    status: () => ({
      state: agreement.state(),
      givenAtMs: agreement.givenAtMs(),
      startsAtLogin: loginStart.isOn(),
    }),
    give: (startAtLogin) =>
      service.oneByOne(async () => {
        if (startAtLogin !== undefined && startAtLogin !== loginStart.isOn()) {
          await loginStart.change(startAtLogin);
        }
        if (agreement.state() !== 'waiting') return;
        const chosen = deps.loadConfig().config;
        agreement.give();
        deps.log.info({}, 'the person has agreed');
        deps.onAgreed?.();
        // What the person has just chosen counts; where it listens and keeps its data stays.
        const { host, port, dataDir } = config;
        await service.restart({ ...chosen, host, port, dataDir });
      }),
  };
}
