import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endChild } from '#server/lib/processes.ts';
import { describeWithPrograms, spawnProgram } from '#tests/support/debian-programs.ts';
import { freePorts } from '#tests/support/free-ports.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';

const CONFIGURATION = join(import.meta.dirname, '../../../deploy/monitoring/alertmanager.yml');
const PROGRAM = 'prometheus-alertmanager';

interface Alert {
	labels: { alertname: string; instance?: string };
	status: { state: string };
}

/** Starts Debian's Alertmanager with our configuration. @returns the address of its API for alerts */
async function startAlertmanager(): Promise<string> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'market-alerts-'));
	const running = spawnProgram(PROGRAM, [
		`--config.file=${CONFIGURATION}`,
		`--storage.path=${folder}`,
		`--web.listen-address=127.0.0.1:${port}`,
		'--cluster.listen-address=',
	]);
	onCleanup(async () => {
		await endChild(running, 'SIGKILL');
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	});
	const isReady = () =>
		fetch(`http://127.0.0.1:${port}/-/ready`).then(
			({ ok }) => ok,
			() => false,
		);
	await vi.waitUntil(isReady, { timeout: 30_000, interval: 50 });
	return `http://127.0.0.1:${port}/api/v2/alerts`;
}

describeWithPrograms([PROGRAM], 'Alertmanager', () => {
	test('Alertmanager suppresses the alerts that follow from another alert, but no alert of another instance', async () => {
		const url = await startAlertmanager();
		const alerts = [
			['DatabaseDown', 'a'],
			['PoolExhausted', 'a'],
			['PoolExhausted', 'b'],
			['RequestsFail'],
			['DiskFull', 'a'],
			['DiskAlmostFull', 'a'],
			['DiskAlmostFull', 'b'],
		].map(([alertname, instance]) => ({ labels: { alertname, instance } }));

		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(alerts),
		});

		const states = async () => {
			const stored = (await (await fetch(url)).json()) as Alert[];
			return stored
				.map(({ labels, status }) =>
					[labels.alertname, labels.instance, status.state].filter(Boolean).join(' '),
				)
				.sort();
		};
		await expect
			.poll(states)
			.toEqual([
				'DatabaseDown a active',
				'DiskAlmostFull a suppressed',
				'DiskAlmostFull b active',
				'DiskFull a active',
				'PoolExhausted a suppressed',
				'PoolExhausted b active',
				'RequestsFail suppressed',
			]);
	});
});
