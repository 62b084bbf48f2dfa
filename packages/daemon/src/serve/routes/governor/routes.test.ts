import { expect, test } from 'vitest';
import { deviations, documentOf } from '#serve/document.fixture.ts';
import { NOW_MS, testServer } from '#serve/server.fixture.ts';

test('GET /governor reports the budget, what is used, the levers and the last actions', async () => {
  await using server = await testServer();
  const ask = async () => {
    const reply = await server.app.inject('/governor');
    expect(deviations(await documentOf(server.app), 'get', '/governor', reply)).toEqual([]);
    return reply.json();
  };
  expect(await ask()).toMatchObject({
    budget: { cpu_percent: 50, disk_gb_per_month: null, battery: 'reduced' },
    measured: { cpu_percent: 0, disk_gb_per_month: 0, on_battery: false },
    level: 'full',
    levers: { visual_gap_ms: 200, transcription: 'as_set', capture: 'on' },
    held_back: { pictures: 0, recordings_waiting: 0 },
    actions: [],
  });
  await server.app.inject({ method: 'POST', url: '/power', payload: { mode: 'battery_saver' } });
  expect(await ask()).toMatchObject({
    level: 'light',
    demands: { cpu: 'full', disk: 'full', battery: 'light' },
    levers: { visual_gap_ms: 3000, speech_model: 'smallest' },
    actions: [
      {
        timestamp: new Date(NOW_MS).toISOString(),
        cause: 'battery',
        from: 'full',
        to: 'light',
        reason: 'the power mode battery_saver was chosen',
      },
    ],
  });
});
